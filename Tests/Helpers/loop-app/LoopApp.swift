import NavRouting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program with a selectable main loop, for the tests of turns. It pushes screens 1, 2 and 3,
/// prints its router's path and problem, and ends.
///
///     loop-app STORE glib|sleep|dispatch hook|none MILLISECONDS kill|close
///
/// The program waits MILLISECONDS before each step. With `hook`, it passes the loop's scheduling to
/// `NavMainLoop.use`. Turns end with `hook` or in the loop `dispatch`.
///
/// With `kill`, the program goes back after the pushes if turns end. If they don't, it waits until
/// `router.problem` is set. When the file has the router's path, the program prints and kills
/// itself. With `close`, it prints when the loop has ended, and then closes the store.
@main
@MainActor
struct LoopApp {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 5, let pause = Int(arguments[4]) else { throw Usage() }
    let loop: any Loop =
      switch arguments[2] {
      case "glib": try GLibLoop()
      case "sleep": SleepLoop()
      case "dispatch": DispatchLoop()
      default: throw Usage()
      }
    if arguments[3] == "hook" { NavMainLoop.use(loop.schedule) }
    let store = try NavStore(url: URL(fileURLWithPath: arguments[1]))
    let router = NavRouter<Screen>(in: NavWindow(scene: "main", store: store))
    var steps: [@MainActor () throws -> Void] = (1...3).map { id in { router.push(Screen(id: id)) }
    }
    if arguments[5] == "close" {
      try loop.run(steps, milliseconds: pause)
      report(router)
      try store.closeNow()
      return
    }
    let endsTurns = arguments[3] == "hook" || arguments[2] == "dispatch"
    if endsTurns { steps.append { router.back() } }
    let path = Array(1...(endsTurns ? 2 : 3))
    steps.append {
      while try !isSaved(path, in: arguments[1]) || (router.problem == nil) != endsTurns {
        usleep(10_000)
      }
      report(router)
      raise(SIGKILL)
    }
    try loop.run(steps, milliseconds: pause)
  }

  private static func isSaved(_ screens: [Int], in path: String) throws -> Bool {
    var configuration = NavStore.Configuration()
    configuration.crashGuard = false
    let store = try NavStore(url: URL(fileURLWithPath: path), configuration: configuration)
    defer { try? store.closeNow() }
    return try store.restore(Screen.self, in: "main").path.map(\.id) == screens
  }

  static func report(_ router: NavRouter<Screen>) {
    print(router.path.map { "\($0.id)" }.joined(separator: " "))
    print(router.problem.map { "\($0.reason)" } ?? "none")
    fflush(nil)
  }
}

struct Screen: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Screen")
  let id: Int
}

/// The error that an argument of the process is invalid.
struct Usage: Error {}
