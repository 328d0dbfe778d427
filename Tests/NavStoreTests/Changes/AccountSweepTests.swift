import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

@Suite("Deleting the rows of an erased account") struct AccountSweepTests {
  private struct Numbered: NavRoute {
    static let coding = NavCoding<Self>.codable(name: "Numbered")
    let number: Int
  }

  @Test("The deletion ends, even if another account saves between all its steps")
  func steadySaves() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    store.holdIdleMoments()
    for number in 0..<20 {
      try store.save([Numbered(number: number)], in: "main", account: "ada")
    }
    try store.writer.sync { db in try db.transaction { try AccountTable(db: db).erase("ada") } }
    var steps = 0
    while try store.writer.sync({ try store.writer.sweepStep(on: $0) }) {
      steps += 1
      try #require(steps < 50)
      try store.save([Numbered(number: 1_000 + steps)], in: "main", account: "eve")
    }
    let left = try store.writer.sync { db in
      try db.numbers("SELECT count(*) FROM visit UNION ALL SELECT count(*) FROM item")
    }
    #expect(left == [Int64(steps), Int64(steps)])
    #expect(try store.writer.sync { try AccountTable(db: $0).erased() } == nil)
  }
}
