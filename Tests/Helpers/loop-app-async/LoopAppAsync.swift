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

/// A program with an `async` main, for the tests of turns. It pushes screens 1, 2 and 3, goes back,
/// and waits until the file has screens 1 and 2. Then it prints its router's path and problem, and
/// kills itself.
///
///     loop-app-async STORE hook|none MILLISECONDS
///
/// The program waits MILLISECONDS before each step. With `hook`, it calls `NavMainLoop.use`.
@main
@MainActor
struct LoopAppAsync {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let pause = Duration.milliseconds(Int(arguments[3]) ?? 0)
    if arguments[2] == "hook" {
      NavMainLoop.use { work in Task { @MainActor in work() } }
    }
    let store = try NavStore(url: URL(fileURLWithPath: arguments[1]))
    let router = NavRouter<Screen>(in: NavWindow(scene: "main", store: store))
    for id in 1...3 {
      try await Task.sleep(for: pause)
      router.push(Screen(id: id))
    }
    try await Task.sleep(for: pause)
    router.back()
    while try await !isSaved(arguments[1]) { try await Task.sleep(for: .milliseconds(10)) }
    print(router.path.map { "\($0.id)" }.joined(separator: " "))
    print(router.problem.map { "\($0.reason)" } ?? "none")
    fflush(nil)
    raise(SIGKILL)
  }

  /// Whether the saved stack in the store at `path` consists of screens 1 and 2.
  private static func isSaved(_ path: String) async throws -> Bool {
    var configuration = NavStore.Configuration()
    configuration.crashGuard = false
    let store = try NavStore(url: URL(fileURLWithPath: path), configuration: configuration)
    let stack = try store.restore(Screen.self, in: "main").path
    try await store.close()
    return stack.map(\.id) == [1, 2]
  }
}

struct Screen: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Screen")
  let id: Int
}
