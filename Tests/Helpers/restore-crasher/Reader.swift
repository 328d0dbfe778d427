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

/// The app of the README's first snippet: it makes a router, reads its path, and pushes a screen.
/// Then it waits, as while its user reads, and the test ends it.
///
///     restore-crasher read [store=FILE confirm=MILLISECONDS] [loop=none] [exit=MILLISECONDS] [abort]
///
/// Without `store`, it uses the standard store. With `loop=none`, the main queue is not drained.
/// With `abort`, a restored path ends the process.
@MainActor
struct Reader {
  private var makeStore: @Sendable () -> NavStore = { .standard }
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
      configuration.restoreGuard?.confirmsAfter = .milliseconds(confirm)
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

    // The user sees the screen once the loop has run.
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
