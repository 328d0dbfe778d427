import NavStore
import NavStorePlatform

/// Feeds a file of sessions into a store, one scene for each session, and commits each navigation
/// by itself. Then opens the store's file again and checks its stacks, lists and history.
struct Replay {
  let file: SessionFile

  /// The file of the store, which holds no scenes before the replay.
  let url: URL

  /// The clock of the store, which has the time of the step that is fed, and not the current time.
  let clock = Locked(Date(timeIntervalSince1970: 0))

  /// A configuration whose clock has the times of the sessions, and that keeps visits of any age.
  private var configuration: NavStore.Configuration {
    var configuration = NavStore.Configuration()
    configuration.retention = .unlimited
    configuration.clock = { [clock] in clock.withLock { $0 } }
    return configuration
  }

  func run() async throws(Failure) -> ReplayResult {
    do {
      let spent = try await feed()
      // Closing the store has moved the WAL into the database. Count a WAL file that remains, too.
      let bytes = url.byteCount + URL(fileURLWithPath: url.path + "-wal").byteCount
      let store = try NavStore(url: url, configuration: configuration)
      let wrongSessions = try await check(store)
      let wrongAnswers = try await checkHistory(of: store)
      try await store.close()
      let steps = file.sessions.joined()
      let pops = steps.count { $0 == .pop }
      return ReplayResult(
        sessions: file.sessions.count, pushes: steps.count - pops, pops: pops,
        verified: file.sessions.count - wrongSessions, mismatches: wrongSessions + wrongAnswers,
        spent: spent, bytes: bytes)
    } catch {
      throw Failure("The replay stopped: \((error as? NavStore.Error)?.message ?? "\(error)")")
    }
  }

  /// Feeds all sessions, and returns the time that the navigations took.
  private func feed() async throws -> Duration {
    let store = try NavStore(url: url, configuration: configuration)
    let stopwatch = ContinuousClock()
    var progress = ProgressBar(title: "feeding", total: file.sessions.count)
    var spent = Duration.zero
    for (index, steps) in file.sessions.enumerated() {
      let session = try store.session(of: Screen.self, in: Self.key(index))
      for (number, step) in steps.enumerated() {
        clock.withLock { $0 = file.time(of: number, in: index) }
        let start = stopwatch.now
        switch step {
        case .push(let path): session.push(Screen(path: path))
        case .pop: session.pop()
        }
        try await store.flush()
        spent += stopwatch.now - start
      }
      progress.advance()
    }
    progress.finish()
    try await store.close()
    return spent
  }

  /// Returns the number of scenes in the store that differ from their sessions in the session file.
  private func check(_ store: NavStore) async throws -> Int {
    let visits = try await visits(of: store)
    var progress = ProgressBar(title: "checking", total: file.sessions.count)
    var mismatches = 0
    for (index, steps) in file.sessions.enumerated() {
      let key = Self.key(index)
      let session = try store.session(of: Screen.self, in: key)
      let expected = ReferenceSession(steps)
      if let difference = Self.difference(session, visits[key] ?? [], expected) {
        mismatches += 1
        // A broken store would differ in all scenes, so print only the first ten differences.
        if mismatches <= 10 { complain("Session \(key): \(difference) differs.") }
      }
      progress.advance()
    }
    progress.finish()
    return mismatches
  }

  /// Returns the paths that were visited in each scene, oldest first.
  private func visits(of store: NavStore) async throws -> [String: [String]] {
    let history = store.history(of: Screen.self, account: nil)
    let visits = try await allPages { try await history.visits(limit: 1_000, after: $0) }
    return Dictionary(grouping: visits) { $0.scene?.id ?? "" }
      .mapValues { $0.reversed().map(\.route.path) }
  }

  /// Returns the first part of a scene that differs from the expected session; `nil` if no part
  /// differs.
  private static func difference(
    _ session: NavStore.Session<Screen>, _ visits: [String], _ expected: ReferenceSession
  ) -> String? {
    let list = session.backForward
    let entries = list.entries.map { ReferenceSession.Entry(name: $0.name, depth: $0.depth) }
    if !session.restoration.failures.isEmpty { return "what could be restored" }
    if session.path.map(\.path) != expected.stack { return "the stack" }
    if entries != expected.entries { return "the back/forward list" }
    if list.index != expected.index { return "the current entry" }
    if visits.count != expected.visits.count { return "the number of visits" }
    return visits == expected.visits ? nil : "the order of visits"
  }

  /// Returns the key of a session's scene. The key is short, because each key is stored in the
  /// file.
  static func key(_ index: Int) -> String {
    let number = String(index + 1)
    return "r" + String(repeating: "0", count: max(0, 5 - number.count)) + number
  }
}

/// Returns the elements of all pages.
func allPages<Element>(
  _ page: (_ after: Element?) async throws -> [Element]
) async throws -> [Element] {
  var elements: [Element] = []
  while true {
    let page = try await page(elements.last)
    guard !page.isEmpty else { return elements }
    elements += page
  }
}

extension URL {
  /// The size of the file in bytes; 0 if there is no file.
  fileprivate var byteCount: Int {
    // Asks the file system for the size, because reading an empty file leaks a buffer in Foundation
    // on Linux.
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size]
    return (size as? UInt).flatMap { Int(exactly: $0) } ?? 0
  }
}
