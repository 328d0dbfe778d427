import Dispatch
import Floors
import NavRouting
import NavStore
import NavStoreInspection
import Peers
import Shop
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Screen: NavRoute {
  package static let coding: NavCoding<Self> = .codable(name: tag)
}

/// Runs one operation a given number of times, for tools that count instructions.
///
/// To get the cost of one operation, run the program with two numbers of operations. Divide the
/// difference of the costs by the difference of the numbers. The store's clock has a fixed time, so
/// that each run does the same work.
@main
struct Steps {
  static let usage = """
    usage: navstore-steps STEP FILE [COUNT]
    STEP: commit, push, open-restore, recent, frecent, visits, memory,
    or floor-commit, floor-open-restore, floor-recent, floor-frecent, floor-visits: the same in plain C
    or grdb-commit, grdb-open-restore: the same with GRDB
    """

  /// Runs the step in the arguments. The function isn't `async`, because the main thread would then
  /// enter Dispatch's main loop, in which valgrind 3.19 crashes.
  @MainActor static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { fatalError(usage) }
    let url = URL(filePath: arguments[1])
    let count = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0
    switch arguments[0] {
    case "commit": try commit(count, at: url)
    case "floor-commit": try commitFloor(count, at: url)
    case "grdb-commit": try commitWithGRDB(count, at: url)
    case "push": try push(count, at: url)
    case "open-restore": try openAndRestore(count, at: url)
    case "floor-open-restore": try openAndRestoreFloor(count, at: url)
    case "grdb-open-restore": try openAndRestoreWithGRDB(count, at: url)
    case "recent", "frecent", "visits": try ask(arguments[0], count, at: url)
    case "floor-recent": try askFloor(count, at: url) { try $0.recent(limit: 50) }
    case "floor-frecent": try askFloor(count, at: url) { try $0.frecent(limit: 50) }
    case "floor-visits": try askFloor(count, at: url) { try $0.visits(limit: 50) }
    case "memory": try printMemory(of: url)
    default: fatalError(usage)
    }
  }

  /// Runs `body` as a task on another thread, and blocks the main thread until it ends.
  private static func wait(for body: @escaping @Sendable () async throws -> Void) {
    let semaphore = DispatchSemaphore(value: 0)
    Task.detached {
      do { try await body() } catch { fatalError("\(error)") }
      semaphore.signal()
    }
    semaphore.wait()
  }

  private static var configuration: NavStore.Configuration {
    var configuration = NavStore.Configuration()
    configuration.retention = .unlimited
    configuration.clock = { Date(timeIntervalSince1970: 1_700_000_000) }
    return configuration
  }

  /// Commits `count` navigations at depth 5, one by one. The file contains their routes. Their paths
  /// are made before, because making them is not part of a commit.
  private static func commit(_ count: Int, at url: URL) throws {
    let store = try NavStore(url: url, configuration: configuration)
    let base = Screen.stack(depth: 4, scene: 1)
    let paths = (0..<64).map { base + [.make($0)] }
    for path in paths { try store.save(path, in: "main") }
    for number in 0..<count { try store.save(paths[number % 64], in: "main") }
    wait { try await store.close() }
  }

  /// Makes the navigations of ``commit(_:at:)`` in plain C. Also counts visits after one navigation
  /// in 32.
  private static func commitFloor(_ count: Int, at url: URL) throws {
    try commit(0, at: url)
    let floor = try NavigationFloor(url, scene: "main")
    let screens = (0..<64).map(Screen.make)
    for number in 0..<count {
      try floor.navigate(to: CollectionOfOne(screens[number % 64]))
      try floor.settle()
    }
  }

  /// Makes the navigations of ``commit(_:at:)`` with typical code for GRDB.
  private static func commitWithGRDB(_ count: Int, at url: URL) throws {
    let stacks = try GRDBStacks(url)
    let base = Screen.stack(depth: 4, scene: 1)
    let paths = (0..<64).map { base + [.make($0)] }
    for path in paths { try stacks.save(path, in: "main") }
    for number in 0..<count { try stacks.save(paths[number % 64], in: "main") }
    try stacks.close()
  }

  /// Pushes a route with each of eight routers at depth 5 in one turn, and pops the routes in the
  /// next turn.
  ///
  /// Each push is the first change of its router in the turn. The eight pushes share the cost of
  /// the scheduled end of the turn. The changes of a turn are committed before the next turn, as
  /// when a user navigates. If a push found pending changes, its cost would differ between runs.
  @MainActor private static func push(_ count: Int, at url: URL) throws {
    let loop = MainLoop()
    NavMainLoop.use(loop.schedule)
    let store = try NavStore(url: url, configuration: configuration)
    let routers = (0..<8).map {
      NavWindow(scene: NavScene(id: "scene \($0)"), store: store).router(Screen.self)
    }
    let change = { (body: (NavRouter<Screen>) -> Void) in
      routers.forEach(body)
      loop.turn()
      wait { try await store.flush() }
    }
    change { $0.push(contentsOf: Screen.stack(depth: 5, scene: 1)) }
    for number in 0..<count / routers.count {
      change { $0.push(.make(number % 64)) }
      change { $0.pop() }
    }
    try store.closeNow()
  }

  /// A main loop that runs its scheduled work when `turn` is called. In this program, no other main
  /// loop works under valgrind.
  private final class MainLoop: Sendable {
    private let jobs = Mutex<[@Sendable () -> Void]>([])

    func schedule(_ job: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(job) } }

    func turn() {
      let due = jobs.withLock { jobs in
        defer { jobs.removeAll(keepingCapacity: true) }
        return jobs
      }
      for job in due { job() }
    }
  }

  /// Opens the store and restores a stack of depth 8, `count` times. Creates the store if there is
  /// no file.
  private static func openAndRestore(_ count: Int, at url: URL) throws {
    if !FileManager.default.fileExists(atPath: url.path()) {
      let store = try NavStore(url: url, configuration: configuration)
      try store.save(Screen.stack(depth: 8, scene: 1), in: "main")
      wait { try await store.close() }
    }
    for _ in 0..<count {
      let store = try NavStore(url: url, configuration: configuration)
      guard try store.restore(Screen.self, in: "main").path.count == 8 else {
        fatalError("Another stack was restored.")
      }
      wait { try await store.close() }
    }
  }

  private static func openAndRestoreFloor(_ count: Int, at url: URL) throws {
    if !FileManager.default.fileExists(atPath: url.path()) { try openAndRestore(0, at: url) }
    for _ in 0..<count {
      let floor = try StackFloor(url)
      guard try floor.restore("main").count == 8 else {
        fatalError("Another stack was restored.")
      }
      wait { floor.close() }
    }
  }

  private static func openAndRestoreWithGRDB(_ count: Int, at url: URL) throws {
    if !FileManager.default.fileExists(atPath: url.path()) {
      let stacks = try GRDBStacks(url)
      try stacks.save(Screen.stack(depth: 8, scene: 1), in: "main")
      try stacks.close()
    }
    for _ in 0..<count {
      let stacks = try GRDBStacks(url)
      guard try stacks.restore("main").count == 8 else {
        fatalError("Another stack was restored.")
      }
      try stacks.close()
    }
  }

  /// Runs a query with 50 results `count` times.
  private static func ask(_ question: String, _ count: Int, at url: URL) throws {
    try makeHistory(at: url)
    let store = try NavStore(url: url, configuration: configuration)
    let history = store.history(of: Screen.self, account: nil)
    wait {
      for _ in 0..<count {
        let found =
          switch question {
          case "recent": try await history.items(.recent(limit: 50)).count
          case "frecent": try await history.items(.frequent(limit: 50)).count
          default: try await history.visits(limit: 50).count
          }
        guard found == 50 else { fatalError("There is another history.") }
      }
    }
    wait { try await store.close() }
  }

  private static func askFloor(
    _ count: Int, at url: URL, _ ask: (HistoryFloor) throws -> HistoryFloor.Answer
  ) throws {
    try makeHistory(at: url)
    let floor = try HistoryFloor(url)
    for _ in 0..<count {
      guard try ask(floor).screens.count == 50 else { fatalError("There is another history.") }
    }
  }

  /// Creates a store with 2,000 counted visits of 1,000 items with titles, if there is no file.
  private static func makeHistory(at url: URL) throws {
    guard !FileManager.default.fileExists(atPath: url.path()) else { return }
    let store = try NavStore(url: url, configuration: configuration)
    for number in 0..<2_000 {
      try store.save([Screen.product(id: number * 7 % 1_000, tab: nil)], in: "main")
    }
    wait {
      for id in 0..<1_000 {
        try await store.history(of: Screen.self, account: nil).setTitle(
          "Product number \(id) from the Ostrich collection", for: Screen.product(id: id, tab: nil))
      }
      try await store.prune()
      try await store.close()
    }
  }

  /// Opens a store, restores a stack and reads 50 recent items. Prints the growth of the resident
  /// set in bytes.
  private static func printMemory(of url: URL) throws {
    let before = ResidentSet.bytes
    let store = try NavStore(url: url, configuration: configuration)
    let stack = try store.restore(Screen.self, in: "main").path
    wait {
      let recent = try await store.history(of: Screen.self, account: nil).items(.recent(limit: 50))
      print(ResidentSet.bytes - before)
      guard !stack.isEmpty, recent.count == 50 else { fatalError("There is another history.") }
    }
    wait { try await store.close() }
  }
}
