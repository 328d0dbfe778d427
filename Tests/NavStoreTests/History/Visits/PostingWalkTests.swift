import TestSupport
import Testing

@testable import NavStore

@Suite("Walks over posting lists")
struct PostingWalkTests {
  /// Blocks in memory, and how often they were asked for.
  final class Source: PostingSource {
    private var blocks: [PostingTable.Key: [PostingBlock]] = [:]
    var reads = 0

    init(_ lists: [PostingTable.Key: [Int64]], capacity: Int) {
      for (key, numbers) in lists {
        for start in stride(from: 0, to: numbers.count, by: capacity) {
          var block = PostingBlock(first: numbers[start])
          for number in numbers[start..<min(start + capacity, numbers.count)].dropFirst() {
            _ = block.append(number)
          }
          blocks[key, default: []].append(block)
        }
      }
    }

    func block(of key: PostingTable.Key, startingAtMost bound: Int64) -> PostingBlock? {
      reads += 1
      return blocks[key]?.last { $0.first <= bound }
    }

    func lists(
      of account: Int64, _ list: PostingTable.List, keys: ClosedRange<Int64>,
      startingAtMost bound: Int64
    ) -> [OpenedList] {
      reads += 1
      return blocks.compactMap { key, blocks in
        guard key.account == account, key.list == list, keys.contains(key.key),
          let first = blocks.first?.first, let block = blocks.last(where: { $0.first <= bound })
        else { return nil }
        return OpenedList(key: key, lowest: first, block: block)
      }
    }
  }

  private static func key(_ list: PostingTable.List, _ key: Int64) -> PostingTable.Key {
    .init(account: 0, list: list, key: key)
  }

  private func all(_ walk: CommonWalk<Source>, from bound: Int64) throws -> [Int64] {
    var walk = walk
    var bound = bound
    var all: [Int64] = []
    while let number = try walk.last(atMost: bound) {
      all.append(number)
      bound = number - 1
    }
    return all
  }

  @Test("Any lists, united and intersected, are what sets say, from any bound")
  func sets() throws {
    var random = SeededRandom.make()
    for _ in 0..<(isSoak ? 20_000 : 300) {
      var lists: [PostingTable.Key: [Int64]] = [:]
      let size = Int64.random(in: 1...600, using: &random)
      for key in [Self.key(.item, 1), Self.key(.kind, 1), Self.key(.kind, 2), Self.key(.kind, 9)]
        + (0..<6).map({ Self.key(.day, $0) })
      {
        let share = Double.random(in: 0...1, using: &random)
        let numbers = (1...size).filter { _ in Double.random(in: 0...1, using: &random) < share }
        if !numbers.isEmpty { lists[key] = numbers }
      }
      let days = Int64.random(in: 0...3, using: &random)...Int64.random(in: 3...7, using: &random)
      let asked: [PostingLists] = [
        .these([Self.key(.item, 1)]), .these([Self.key(.kind, 1), Self.key(.kind, 2)]),
        .all(.day, of: 0, keys: days),
      ].filter { _ in Bool.random(using: &random) }
      guard !asked.isEmpty else { continue }
      let bound = Int64.random(in: 0...size + 1, using: &random)
      let expected = (1...size).reversed().filter { number in
        number <= bound
          && asked.allSatisfy { condition in
            lists.contains { key, numbers in
              switch condition {
              case .these(let keys): keys.contains(key) && numbers.contains(number)
              case .all(let list, _, let keys):
                key.list == list && keys.contains(key.key) && numbers.contains(number)
              }
            }
          }
      }
      let source = Source(lists, capacity: Int.random(in: 1...128, using: &random))
      let found = try all(CommonWalk(source, asked), from: bound)
      #expect(found == expected, "size \(size), bound \(bound), \(asked.count) conditions")
      guard found == expected else { return }
    }
  }

  @Test("The rarest condition sets the pace: the others' blocks are leapt over")
  func leaps() throws {
    let source = Source(
      [
        Self.key(.kind, 1): Array(1...100_000),
        Self.key(.item, 1): [10, 50_000, 99_999],
      ], capacity: 128)
    let walk = CommonWalk(source, [.these([Self.key(.kind, 1)]), .these([Self.key(.item, 1)])])
    #expect(try all(walk, from: .max) == [99_999, 50_000, 10])
    #expect(source.reads < 12)
  }

  @Test("A later page reads as many blocks as the first")
  func pages() throws {
    let source = Source([Self.key(.kind, 1): Array(1...100_000)], capacity: 128)
    for bound in [Int64.max, 50_000, 200] {
      source.reads = 0
      var walk = CommonWalk(source, [.these([Self.key(.kind, 1)])])
      var next = bound
      for _ in 0..<50 {
        guard let number = try walk.last(atMost: next) else { break }
        next = number - 1
      }
      #expect(source.reads <= 2)
    }
  }

  @Test("Days that hold nothing within the bound cost nothing once they are found")
  func days() throws {
    let lists = (0..<1_000).map { day in
      (Self.key(.day, day), Array((day * 100 + 1)...(day * 100 + 100)))
    }
    let source = Source(Dictionary(uniqueKeysWithValues: lists), capacity: 128)
    var walk = UnionWalk(source, .all(.day, of: 0, keys: 0...999))
    #expect(try walk.last(atMost: .max) == 100_000)
    #expect(try walk.last(atMost: 50) == 50)
    #expect(try walk.last(atMost: 0) == nil)
    #expect(source.reads == 1)
  }
}
