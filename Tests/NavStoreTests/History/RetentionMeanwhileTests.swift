import NavStoreInspection
import TestSupport
import Testing

@testable import NavStore

/// Pruning while this process and another one continue to save.
@Suite("Pruning during saves")
struct RetentionMeanwhileTests {
  @Test("A pruning keeps visits that this or another process opens while it runs")
  func openedMeanwhile() async throws {
    let temporary = try TemporaryStore { $0.retention = .init(age: nil, count: 10) }
    let store = temporary.store
    try store.writer.sync { _ in store.writer.maintenance.isHeld = true }
    let session = try store.session(of: Page.self, in: "main")
    for number in 0..<500 {
      session.push(contentsOf: [Page("under \(number)"), Page("\(number)")])
      session.popToRoot()
    }
    let other = try temporary.another()
    try other.writer.sync { _ in other.writer.maintenance.isHeld = true }
    let visits = try await store.history(of: Page.self, account: nil).visits(limit: 500)
    let found = Dictionary(uniqueKeysWithValues: visits.map { ($0.route.name, $0.id) })
    func open(_ name: String, _ store: NavStore, in scene: String) async throws {
      let visit = try #require(found[name])
      #expect(try store.session(of: Page.self, in: scene).open(visit))
      try await store.flush()
    }
    let writer = store.writer
    var pruning = try writer.sync { try writer.makePruning(on: $0) }
    func advance() throws -> Bool {
      try writer.sync { try writer.step(&pruning, on: $0) }
    }
    #expect(try advance())
    #expect(pruning.position > 1)
    try await open("300", store, in: "one")
    try await open("200", other, in: "two")
    #expect(try advance())
    try await open("20", other, in: "three")
    try await open("10", store, in: "four")
    while try advance() {}
    for (scene, name) in [("one", "300"), ("two", "200"), ("three", "20"), ("four", "10")] {
      let path = try temporary.another().restore(Page.self, in: NavScene(id: scene)).path
      #expect(path.map(\.name) == ["under \(name)", name])
    }
    #expect(try temporary.number("SELECT count(*) FROM visit") ?? .max < 40)
    try await expectConsistent(temporary)
  }

  @Test("A pruning finishes although another process saves between all of its batches")
  func besideSaves() async throws {
    let other = Locked<NavStore?>(nil)
    let saves = Locked(0)
    let temporary = try TemporaryStore {
      $0.retention = .init(age: nil, count: 10)
      $0.idleMilliseconds = 3_600_000
      $0.didStep = { _ in
        let number = saves.withLock { count in
          count += 1
          return count
        }
        try? other.withLock(\.self)?.save([Page("saved \(number)")], in: "other")
      }
    }
    let session = try temporary.store.session(of: Page.self, in: "main")
    for number in 0..<2_000 {
      session.push(Page("\(number)"))
      session.popToRoot()
    }
    try await temporary.store.flush()
    let second = try temporary.another()
    try second.writer.sync { _ in second.writer.maintenance.isHeld = true }
    other.withLock { $0 = second }
    #expect(try await temporary.store.prune() >= 1_980)
    #expect(saves.withLock { $0 } > 10)
    #expect(try second.restore(Page.self, in: "other").path.count == 1)
    other.withLock { $0 = nil }
    try await expectConsistent(temporary)
  }
}
