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

/// A minimal app. It makes a router, pushes a screen, and prints the path from before the push.
/// Then it waits for 60 seconds, as if the user were reading, and the test ends it.
///
///     restore-crasher read [store=FILE confirm=MILLISECONDS] [loop=none] [exit=MILLISECONDS] [abort]
///
/// Without `store`, it uses the standard store. `confirm` is the time after which a restore is
/// confirmed. With `loop=none`, the main queue is not drained. With `exit`, the process exits after
/// that time. With `abort`, the process aborts if the restored path isn't empty.
@MainActor
struct Reader {
  private var makeStore: @Sendable () -> NavStore = {
    // This process links the testing library, so a standard store that isn't configured would be in
    // memory.
    NavStore.configure(NavStore.Configuration())
    return .standard
  }
  private var hasLoop = true
  private var exitsAfter: Int?
  private var aborts = false

  init(_ arguments: ArraySlice<String>) throws {
    var values: [String: String] = [:]
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      values[parts[0]] = parts.count > 1 ? parts[1] : ""
    }
    hasLoop = values["loop"] != "none"
    exitsAfter = values["exit"].flatMap { Int($0) }
    aborts = values["abort"] != nil
    if let path = values["store"], let confirm = values["confirm"].flatMap({ Int($0) }) {
      var configuration = NavStore.Configuration()
      configuration.confirmsAfter = .milliseconds(confirm)
      let store = try NavStore(url: URL(fileURLWithPath: path), configuration: configuration)
      makeStore = { store }
    }
  }

  func run() async throws {
    let store = makeStore
    let router = NavRouter<Screen>(in: NavWindow(scene: "main", store: store()))
    let path = router.path
    if aborts && !path.isEmpty { abort() }
    router.push(Screen(id: path.count + 1))

    // Runs the main loop once. In a real app, the screen would appear in this iteration.
    if hasLoop { try await Task.sleep(for: .milliseconds(1)) }
    print(path.map { "\($0.id)" }.joined(separator: "/"), terminator: "\n")
    fflush(nil)
    if let exitsAfter {
      if exitsAfter > 0 { try await live(exitsAfter) }
      exit(0)
    }
    try await live(60_000)
  }

  private func live(_ milliseconds: Int) async throws {
    if hasLoop {
      try await Task.sleep(for: .milliseconds(milliseconds))
    } else {
      usleep(UInt32(milliseconds) * 1_000)
    }
  }
}
