import NavStoreSQLite
import Testing

@testable import NavStore

@Suite("Posting lists as walks find them in a file")
struct PostingWalkTableTests {
  @Test("Reading through and leaping find the same lists; many blocks to a list are leapt over")
  func ways() throws {
    let temporary = try TemporaryStore()
    try temporary.store.writer.sync { connection in
      let postings = PostingTable(db: connection)
      func fill(_ key: Int64, _ numbers: some Sequence<Int64>) throws {
        try postings.append(Array(numbers), to: .init(account: 0, list: .day, key: key))
      }
      // Neighbours in the index that are none of it.
      try postings.append([1, 2], to: .init(account: 0, list: .kind, key: 3))
      try postings.append([1, 2], to: .init(account: 0, list: .stack, key: 3))
      try postings.append([1, 2], to: .init(account: 1, list: .day, key: 3))
      try fill(-5, 900...1_000)
      try fill(2, 1...400)
      try fill(3, 500...500)
      let table = PostingWalkTable(db: connection)
      let ranges = [Int64.min...Int64.max, -5...2, 3...3, -4...1, 4...9]
      func compare(isDense: Bool) throws {
        for keys in ranges {
          for bound in [Int64.max, 1_000, 950, 450, 128, 129, 1, 0] {
            let leapt = try table.leapThrough(0, .day, keys, bound)
            let read = try table.readThrough(0, .day, keys, bound)
            #expect(read.map { $0 == leapt } ?? isDense)
            #expect(try table.lists(of: 0, .day, keys: keys, startingAtMost: bound) == leapt)
            for list in leapt {
              let numbers = try postings.numbers(of: list.key)
              #expect(list.lowest == numbers.first)
              let block = try table.block(of: list.key, startingAtMost: bound)
              #expect(block == list.block && block != nil)
            }
          }
        }
      }
      try compare(isDense: false)
      #expect(try table.leapThrough(0, .day, Int64.min...Int64.max, .max).count == 3)
      // One number a block, as nothing but a test makes them.
      for number in 2_000..<4_000 {
        try connection.run(
          "INSERT INTO posting (account, list, key, first, visits) VALUES (0, 2, 3, ?, x'')", number
        )
      }
      #expect(try table.readThrough(0, .day, 3...3, .max) == nil)
      try compare(isDense: true)
    }
  }
}
