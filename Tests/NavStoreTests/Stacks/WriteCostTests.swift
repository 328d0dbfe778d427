import Testing

@testable import NavStore

@Suite("Write cost of navigation")
struct WriteCostTests {
  @Test("A push of a known route writes the same at depths 5 and 1,000, and at most 9 KiB")
  func flatWithDepth() throws {
    let temporary = try TemporaryStore()
    let shallow = try framesOfPushes(onDepth: 5, in: "shallow", of: temporary)
    let deep = try framesOfPushes(onDepth: 1_000, in: "deep", of: temporary)
    #expect(abs(shallow - deep) <= 1, "\(shallow) frames for ten pushes, \(deep) when deep")
    #expect(Double(deep) / 10 * 4_120 <= 9 * 1_024)
  }

  /// Returns the number of WAL frames that ten pushes add. Each push is committed separately, and
  /// no visits are counted between them.
  private func framesOfPushes(
    onDepth depth: Int, in scene: String, of temporary: TemporaryStore
  ) throws -> Int {
    let store = temporary.store
    let pages = (0..<depth).map { Page("page \($0)") }
    try store.save(pages, in: NavScene(id: scene))
    let session = try store.session(of: Page.self, in: scene)
    // Runs all pushes on the writer's queue, so that no idle work runs between two of them.
    return try store.writer.sync { connection in
      session.push("page 0")
      try store.writer.commitPending(on: connection, endingTurns: true)
      try store.writer.countAll(on: connection)
      let before = connection.walFrames
      for number in 1...10 {
        session.push(Page("page \(number % 5)"))
        try store.writer.commitPending(on: connection, endingTurns: true)
      }
      return connection.walFrames - before
    }
  }

  @Test("Changes that are queued together are saved in one transaction")
  func oneTransaction() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let sessions = try ["a", "b", "c"].map { try store.session(of: Page.self, in: $0) }
    // Prevents idle work, because its writes would also change `data_version`.
    try store.writer.sync { _ in store.writer.maintenance.isHeld = true }
    let version = try temporary.rawConnection()
    func dataVersion() throws -> Int64? { try version.first("PRAGMA data_version") { $0.int(0) } }
    let before = try dataVersion()
    #expect(try dataVersion() == before)
    store.writer.queue.suspend()
    for number in 1...10 {
      for session in sessions { session.push(Page("\(number)")) }
    }
    store.writer.queue.resume()
    try await store.flush()
    let frames = try store.writer.sync { $0.walFrames }
    #expect(try dataVersion() != before)
    #expect(frames < 60, "Thirty commits would take more than \(frames) frames.")
    #expect(try temporary.number("SELECT count(*) FROM visit") == 30)
    #expect(try temporary.number("SELECT max(revision) FROM stack") == 1)
  }
}
