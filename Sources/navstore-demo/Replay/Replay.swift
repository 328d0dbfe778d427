import NavStore
import NavStorePlatform

/// Feeds a file of sessions through a store, one scene each and every navigation committed by
/// itself, then opens the file anew and checks all of it.
struct Replay {
  let file: SessionFile

  /// A store that holds no scenes.
  let url: URL

  /// The time of the sessions that are fed, not today's.
  let clock = Locked(Date(timeIntervalSince1970: 0))

  /// The sessions' own times, and all of them kept, however long ago they were.
  private var configuration: NavStore.Configuration {
    var configuration = NavStore.Configuration()
    configuration.retention = .unlimited
    configuration.clock = { [clock] in clock.withLock { $0 } }
    return configuration
  }

  func run() async throws(Failure) -> ReplayResult {
    do {
      let spent = try await feed()
      // The log was moved into the database on closing; what is left of it counts all the same.
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

  /// Says how long the navigations took.
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

  /// Says how many scenes of the file are not what was fed.
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
        // A broken store would differ everywhere; the first few say how.
        if mismatches <= 10 { complain("Session \(key): \(difference) differs.") }
      }
      progress.advance()
    }
    progress.finish()
    return mismatches
  }

  /// The paths visited in each scene, oldest first.
  private func visits(of store: NavStore) async throws -> [String: [String]] {
    let history = store.history(of: Screen.self, account: nil)
    let visits = try await allPages { try await history.visits(limit: 1_000, after: $0) }
    return Dictionary(grouping: visits) { $0.scene?.id ?? "" }
      .mapValues { $0.reversed().map(\.route.path) }
  }

  /// What differs between a scene of the file and what it must be.
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

  /// Short, since each is stored.
  static func key(_ index: Int) -> String {
    let number = String(index + 1)
    return "r" + String(repeating: "0", count: max(0, 5 - number.count)) + number
  }
}

/// The elements of all pages.
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
  /// The size of the file; 0 if there is none.
  fileprivate var byteCount: Int {
    // Reading an empty file leaks a buffer in Foundation on Linux, so the size is asked for.
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size]
    return (size as? UInt).flatMap { Int(exactly: $0) } ?? 0
  }
}
