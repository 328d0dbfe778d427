import Dispatch
import Floors
import NavRouting
import NavStore
import NavStoreInspection
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

/// Runs one operation a number of times, and little else, for tools that count instructions.
///
/// To get the cost of the operation, divide the difference of two runs by the difference of their
/// numbers. Nothing here depends on the time of day.
@main
struct Steps {
  static let usage = """
    usage: navstore-steps STEP FILE [COUNT]
    STEP: commit, push, open-restore, recent, frecent, visits, memory,
    or floor-commit, floor-open-restore, floor-recent, floor-frecent, floor-visits: the same in plain C
    """

  /// Not `async`, because valgrind 3.19 crashes if the main thread has entered Dispatch's main
  /// loop.
  @MainActor static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2 else { fatalError(usage) }
    let url = URL(filePath: arguments[1])
    let count = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0
    switch arguments[0] {
    case "commit": try commit(count, at: url)
    case "floor-commit": try commitFloor(count, at: url)
    case "push": try push(count, at: url)
    case "open-restore": try openAndRestore(count, at: url)
    case "floor-open-restore": try openAndRestoreFloor(count, at: url)
    case "recent", "frecent", "visits": try ask(arguments[0], count, at: url)
    case "floor-recent": try askFloor(count, at: url) { try $0.recent(limit: 50) }
    case "floor-frecent": try askFloor(count, at: url) { try $0.frecent(limit: 50) }
    case "floor-visits": try askFloor(count, at: url) { try $0.visits(limit: 50) }
    case "memory": try printMemory(of: url)
    default: fatalError(usage)
    }
  }

  /// Blocks the main thread until `body` has run.
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

  /// Navigates to known routes at depth 5, and commits each navigation before the next.
  private static func commit(_ count: Int, at url: URL) throws {
    let store = try NavStore(url: url, configuration: configuration)
    let base = Screen.stack(depth: 4, scene: 1)
    for number in 0..<64 { try store.save(base + [.make(number)], in: "main") }
    for number in 0..<count { try store.save(base + [.make(number % 64)], in: "main") }
    wait { try await store.close() }
  }

  /// Makes the navigations of ``commit(_:at:)`` in plain C, with the work that follows one in 32.
  private static func commitFloor(_ count: Int, at url: URL) throws {
    try commit(0, at: url)
    let floor = try NavigationFloor(url, scene: "main")
    for number in 0..<count {
      try floor.navigate(to: CollectionOfOne(.make(number % 64)))
      try floor.settle()
    }
  }

  /// Pushes routes onto the stacks of eight routers at depth 5, each as the first change of its
  /// router's turn, and pops them. The eight share the cost of this program's scheduler. Earlier
  /// changes have been written, as at a user's pace, because otherwise each run would find other
  /// pending changes.
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

  /// A main loop that runs its work when told to. No other loop works under valgrind in this
  /// program.
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

  /// Opens the store, which the first start creates, and restores depth 8.
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

  /// Runs queries with 50 results each.
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

  /// Creates 2,000 counted visits of 1,000 items with titles, at the first start.
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

  /// Prints the growth of the resident set, in bytes, after a store was opened, a stack restored
  /// and 50 recent items read.
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
