import TestSupport
import Testing

@testable import NavStore

@Suite struct NumberListTests {
  private static let ends: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]

  /// Returns ascending numbers, some close together and some far apart.
  private static func ascending(_ count: Int, _ random: inout SeededRandom) -> [Int64] {
    var numbers = Set(ends)
    while numbers.count < count {
      let near = Int64.random(in: 0...3 * Int64(count), using: &random)
      numbers.insert(Bool.random(using: &random) ? near : Int64.random(in: .min ... .max))
    }
    return numbers.sorted()
  }

  @Test("A number list returns its numbers in order, in batches", arguments: [1, 7, 1_000])
  func list(portion: Int) {
    var random = SeededRandom.make()
    let numbers = Self.ascending(300, &random).shuffled(using: &random) + [5, 5, 5]
    var list = NumberList()
    for number in numbers { list.append(number) }
    #expect(list.count == numbers.count)
    var portions: [[Int64]] = []
    list.eachPortion(of: portion) { portions.append($0) }
    #expect(portions.flatMap { $0 } == numbers)
    #expect(portions.dropLast().allSatisfy { $0.count == portion })
    NumberList().eachPortion(of: portion) { _ in Issue.record("An empty list has no batch.") }
  }
}
