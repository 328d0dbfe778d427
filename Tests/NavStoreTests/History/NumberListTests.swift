import TestSupport
import Testing

@testable import NavStore

@Suite struct NumberListTests {
  private static let ends: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]

  /// Numbers in ascending order, near each other and far apart.
  private static func ascending(_ count: Int, _ random: inout SeededRandom) -> [Int64] {
    var numbers = Set(ends)
    while numbers.count < count {
      let near = Int64.random(in: 0...3 * Int64(count), using: &random)
      numbers.insert(Bool.random(using: &random) ? near : Int64.random(in: .min ... .max))
    }
    return numbers.sorted()
  }

  @Test("A list gives back its numbers in their order, in portions", arguments: [1, 7, 1_000])
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
    NumberList().eachPortion(of: portion) { _ in Issue.record("None has no portion") }
  }

  @Test("A map knows each number that it was given, and no other")
  func map() {
    var random = SeededRandom.make()
    for count in [8, 31, 32, 33, 64, 500] {
      var map = NumberMap()
      let numbers = Self.ascending(count, &random)
      let values = numbers.map { _ in Self.ends.randomElement(using: &random) ?? 0 }
      for (number, value) in zip(numbers, values) { map.append(number, value) }
      let known = Dictionary(uniqueKeysWithValues: zip(numbers, values))
      let asked = numbers + numbers.map { $0 &+ 1 } + numbers.map { $0 &- 1 }
      #expect(asked.filter { map[$0] != known[$0] } == [], "\(count) numbers")
      #expect(map.count == count)
    }
    #expect(NumberMap()[1] == nil)
  }

  @Test("What is left beneath a visit is found however its portion came")
  func survivors() {
    var random = SeededRandom.make()
    for _ in 0..<50 {
      // A chain of visits, each on the one before; 0 is the root screen.
      let taken = Set((1...200).filter { _ in Int.random(in: 0..<4, using: &random) > 0 })
      var left = Set(0...200)
      var survivors = Survivors()
      var rest = taken.shuffled(using: &random)[...]
      while !rest.isEmpty {
        let portion = rest.prefix(60)
        rest = rest.dropFirst(60)
        left.subtract(portion)
        survivors.add(
          Dictionary(
            uniqueKeysWithValues: portion.map { visit in
              (Int64(visit), Int64((0..<visit).last(where: left.contains) ?? 0))
            }))
      }
      let wrong = (1...200).filter { visit in
        let expected = taken.contains(visit) ? (0..<visit).last(where: left.contains) : nil
        return survivors[Int64(visit)] != expected.map(Int64.init)
      }
      #expect(wrong == [])
    }
  }
}
