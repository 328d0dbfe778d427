import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Feeds a file of sessions through a store, one scene each and every navigation committed by
/// itself, then opens the file anew and checks all of it.
struct Replay {
  let file: SessionFile

  /// A store that holds no scenes.
  let url: URL
  private let clock = ReplayClock()

  init(file: SessionFile, url: URL) {
    self.file = file
    self.url = url
  }

  /// The sessions' own times, and all of them kept, however long ago they were.
  private var configuration: NavStore.Configuration {
    var configuration = NavStore.Configuration()
    configuration.retention = .unlimited
    configuration.clock = { [clock] in clock.now }
    return configuration
  }

  func run() async throws(Failure) -> ReplayResult {
    do {
      let fed = try await feed()
      // The log was moved into the database on closing; what is left of it counts all the same.
      let bytes = url.byteCount + URL(fileURLWithPath: url.path + "-wal").byteCount
      let store = try NavStore(url: url, configuration: configuration)
      let wrongSessions = try await check(store)
      let wrongAnswers = try await ReplayHistoryCheck(file: file, clock: clock).run(on: store)
      try await store.close()
      return ReplayResult(
        sessions: file.sessions.count, pushes: fed.pushes, pops: fed.pops,
        verified: file.sessions.count - wrongSessions, mismatches: wrongSessions + wrongAnswers,
        spent: fed.spent, bytes: bytes)
    } catch let error as NavStore.Error {
      throw Failure("The replay stopped: \(error.message)")
    } catch {
      throw Failure("The replay stopped: \(error)")
    }
  }

  private struct Fed {
    var pushes = 0
    var pops = 0
    var spent = Duration.zero
  }

  private func feed() async throws -> Fed {
    let store = try NavStore(url: url, configuration: configuration)
    let stopwatch = ContinuousClock()
    var progress = ProgressBar(title: "feeding", total: file.sessions.count)
    var fed = Fed()
    for (index, steps) in file.sessions.enumerated() {
      let session = try store.session(of: Screen.self, in: Self.key(index))
      for (number, step) in steps.enumerated() {
        clock.now = ReplayHistoryCheck.time(of: number, in: index, of: file)
        let screen: Screen?
        switch step {
        case .push(let path):
          screen = Screen(path: path)
          fed.pushes += 1
        case .pop:
          screen = nil
          fed.pops += 1
        }
        let start = stopwatch.now
        if let screen { session.push(screen) } else { session.pop() }
        try await store.flush()
        fed.spent += stopwatch.now - start
      }
      progress.advance()
    }
    progress.finish()
    try await store.close()
    return fed
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
    var visits: [String: [String]] = [:]
    var cursor: NavStore.Cursor?
    repeat {
      let page = try await store.history(of: Screen.self).visits(limit: 1_000, after: cursor)
      for visit in page { visits[visit.scene ?? "", default: []].append(visit.route.path) }
      cursor = page.next
    } while cursor != nil
    return visits.mapValues { $0.reversed() }
  }

  /// What differs between a scene of the file and what it must be.
  private static func difference(
    _ session: NavStore.Session<Screen>, _ visits: [String], _ expected: ReferenceSession
  ) -> String? {
    let list = session.backForward
    let entries = list.entries.map { ReferenceSession.Entry(name: $0.name, depth: $0.depth) }
    if !session.restoration.losses.isEmpty { return "what could be restored" }
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

extension URL {
  /// The size of the file; 0 where there is none.
  fileprivate var byteCount: Int {
    // Reading an empty file leaks a buffer in Foundation on Linux, so the size is asked for.
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size]
    return (size as? UInt).flatMap { Int(exactly: $0) } ?? 0
  }
}
