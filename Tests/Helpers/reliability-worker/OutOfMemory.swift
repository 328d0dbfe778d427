import CSQLite
import FaultVFS
import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Uses a store in a fixed sequence of steps, once for each n, with SQLite's n-th allocation
/// failing. After each sequence, it makes memory available again, repeats the steps from the first
/// failed one, and prints the faults in the store.
///
///     reliability-worker oom STORE [from=N] [step=N] [sticky=yes] [tries=N] [again=no]
///
/// With `again=no`, no step is repeated, so the changes of failed steps are lost. That is a planted
/// fault that the test must find.
///
/// Allocations from memory that a connection of SQLite keeps (its lookaside) never fail. Each fault
/// is a line of the output, and the last line is `tried N of M, F faults`.
struct OutOfMemory {
  private let url: URL
  private let disk: MemoryDisk
  private let canFail: Bool
  private var from = 1
  private var step = 1
  private var tries = Int.max
  private var isSticky = false
  private var makesAgain = true

  private struct Screen: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "Screen")
    var name: String
  }

  private typealias Step = (name: String, run: (NavStore) async throws -> Void)

  init(url: URL, _ arguments: some Collection<String>) {
    self.url = url
    // Installs the allocator before the first use of SQLite, because SQLite refuses it after that
    // use.
    canFail = FailingMemory.install()
    disk = MemoryDisk()
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      switch (parts.first, parts.last.flatMap { Int($0) }) {
      case ("from", let number?): from = number
      case ("step", let number?): step = max(1, number)
      case ("tries", let number?): tries = number
      case ("sticky", _): isSticky = true
      case ("again", _): makesAgain = false
      default: break
      }
    }
  }

  func run() async throws {
    guard canFail else { return print("not possible with this SQLite") }
    let start = try await prepare()
    disk.load(start)
    FailingMemory.fail(at: .max, sticky: false)
    try await liveThrough { _, error in print("without a fault: \(error)") }
    let count = FailingMemory.count
    var (tried, faults) = (0, 0)
    var point = from
    while point <= count, tried < tries {
      disk.load(start)
      let found = try await self.faults(at: point)
      for fault in found { print("allocation \(point): \(fault)") }
      fflush(nil)
      tried += 1
      faults += found.count
      point += step
    }
    print("tried \(tried) of \(count), \(faults) faults")
  }

  // MARK: The life

  private func open() throws -> NavStore {
    var configuration = NavStore.Configuration()
    configuration.vfs = disk.name
    configuration.retention = .unlimited
    configuration.busyTimeout = .zero
    return try NavStore(url: url, configuration: configuration)
  }

  private func screens(_ names: String...) -> [Screen] { names.map(Screen.init) }

  private func prepare() async throws -> [String: [UInt8]] {
    try disk.makeStandIn(at: url)
    let store = try open()
    try store.save(screens("gone"), in: "main")
    try store.save(screens("a", "b"), in: "main")
    for number in 0..<40 { try store.save(screens("visit \(number)"), in: "second") }
    try await store.close()
    let again = try open()
    // The store stays open, so this commit stays in the WAL, and the next opening must recover the
    // WAL.
    try again.save(screens("a", "b", "c"), in: "main")
    return disk.contents
  }

  private var steps: [Step] {
    [
      ("save", { try $0.save(screens("a", "d"), in: "main") }),
      ("long", { try $0.save(screens("a", String(repeating: "long ", count: 3_000)), in: "main") }),
      ("value", { try $0.setSceneValue(2, named: "tab", in: "main") }),
      ("restore", { _ = try $0.restore(Screen.self, in: "second") }),
      (
        "query",
        { store in
          _ = try await store.history(of: Screen.self, account: nil).items(.recent(limit: 5))
          _ = try await store.history(of: Screen.self, account: nil).items(.search("visit"))
        }
      ),
      (
        "forget",
        {
          _ = try await $0.history(of: Screen.self, account: nil).forget(
            .item(Screen(name: "gone")))
        }
      ),
      ("erase", { try await $0.finishErasing() }),
      ("suspend", { try await $0.suspend() }),
      ("save again", { try $0.save(screens("a", "e"), in: "main") }),
      ("close", { try await $0.close() }),
    ]
  }

  /// Runs the steps from the index `first` on, in the store `given` or, if it is `nil`, in a store
  /// that it opens. Returns the store, and the index of the first step that failed.
  @discardableResult
  private func liveThrough(
    from first: Int = 0, on given: NavStore? = nil, failed: (String, any Error) -> Void
  ) async throws -> (first: Int?, store: NavStore?) {
    var store = given
    var firstFailed: Int?
    if store == nil {
      do { store = try open() } catch {
        failed("open", error)
        return (0, nil)
      }
    }
    guard let store else { return (0, nil) }
    for (number, step) in steps.enumerated().dropFirst(first) {
      do { try await step.run(store) } catch {
        failed(step.name, error)
        firstFailed = firstFailed ?? number
      }
    }
    return (firstFailed, store)
  }

  private func faults(at point: Int) async throws -> [String] {
    var faults: [String] = []
    FailingMemory.fail(at: point, sticky: isSticky)
    let (first, store) = try await liveThrough { step, error in
      if let error = error as? NavStore.Error, error.reason != .damaged { return }
      faults.append("\(step): \(error)")
    }
    FailingMemory.fail(at: .max, sticky: false)
    if let first, makesAgain {
      // Repeats the steps in the same store. If the step `close` has closed it, opens the store
      // again.
      let isClosed = (try? store?.restore(Screen.self, in: "none")) == nil
      try await liveThrough(from: first, on: isClosed ? nil : store) { step, error in
        faults.append("\(step), made again: \(error)")
      }
    }
    let last = try open()
    if last.openReport.quarantinedFile != nil || last.openReport.isNew {
      faults.append("quarantined")
    }
    if try last.restore(Screen.self, in: "main").path != screens("a", "e") {
      faults.append("the stack")
    }
    if try last.restore(Screen.self, in: "second").path != screens("visit 39") {
      faults.append("the other stack")
    }
    let check = integrityCheck()
    if check != "ok" { faults.append(check) }
    return faults
  }

  private func integrityCheck() -> String {
    var database: OpaquePointer?
    var statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close_v2(database)
    }
    guard sqlite3_open_v2(url.path, &database, SQLITE_OPEN_READWRITE, disk.name) == SQLITE_OK,
      sqlite3_prepare_v2(database, "PRAGMA integrity_check", -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0)
    else { return "cannot be checked" }
    return String(cString: text)
  }
}
