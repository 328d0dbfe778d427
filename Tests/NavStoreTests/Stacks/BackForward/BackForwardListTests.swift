import Testing

@testable import NavStore

@Suite("Back/forward list")
struct BackForwardListTests {
  /// An operation on a back/forward list of numbers, whose first entry is 0.
  enum Step: Sendable {
    case push(Int)
    case retreat(Int)
    case replace(Int)
    case go(Int)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var limit = 50
    let steps: [Step]
    let entries: [Int]
    let index: Int

    init(_ name: String, limit: Int = 50, _ steps: [Step], gives entries: [Int], at index: Int) {
      testDescription = name
      self.limit = limit
      self.steps = steps
      self.entries = entries
      self.index = index
    }
  }

  static let cases: [Case] = [
    Case("A list begins at the root screen", [], gives: [0], at: 0),
    Case("A push is a new entry", [.push(1), .push(2)], gives: [0, 1, 2], at: 2),
    Case(
      "A push cuts the forward part", [.push(1), .push(2), .push(3), .go(1), .push(4)],
      gives: [0, 1, 4], at: 2),
    Case(
      "The same top visit twice is two entries", [.push(1), .push(1)], gives: [0, 1, 1], at: 2),
    Case(
      "Retreating moves to the entry of the visit",
      [.push(1), .push(2), .push(3), .retreat(1)], gives: [0, 1, 2, 3], at: 1),
    Case(
      "Retreating moves to the nearest of several entries",
      [.push(1), .push(2), .push(1), .push(3), .retreat(1)], gives: [0, 1, 2, 1, 3], at: 3),
    Case(
      "Retreating ignores the forward part",
      [.push(2), .push(1), .go(1), .retreat(1)], gives: [0, 1, 2, 1], at: 1),
    Case(
      "Retreating to a visit without an entry inserts one before the current entry",
      [.push(3), .retreat(2)], gives: [0, 2, 3], at: 1),
    Case(
      "Replacing keeps the forward part",
      [.push(1), .push(2), .push(3), .go(2), .replace(9)], gives: [0, 1, 9, 3], at: 2),
    Case("Replacing the first", [.push(1), .go(0), .replace(9)], gives: [9, 1], at: 0),
    Case(
      "A full list drops the oldest entries", limit: 3, [.push(1), .push(2), .push(3)],
      gives: [1, 2, 3], at: 2),
    Case("A limit of one keeps the current", limit: 1, [.push(1), .push(2)], gives: [2], at: 0),
    Case("A limit of one on retreat", limit: 1, [.push(2), .retreat(1)], gives: [1], at: 0),
    Case("A limit of two", limit: 2, [.push(1), .push(2)], gives: [1, 2], at: 1),
    Case(
      "An inserted entry drops the oldest", limit: 2, [.push(1), .push(3), .retreat(2)],
      gives: [2, 3], at: 0),
    Case(
      "An entry inserted first in a full list drops the newest", limit: 2,
      [.push(1), .push(3), .go(0), .retreat(7)], gives: [7, 1], at: 0),
    Case("A limit below one is one", limit: 0, [.push(1)], gives: [1], at: 0),
    Case("A negative limit is one", limit: -5, [.push(1)], gives: [1], at: 0),
  ]

  @Test("Moves give the expected entries and index", arguments: cases)
  func rules(_ item: Case) {
    var list = BackForwardList(root: 0, limit: item.limit)
    for step in item.steps {
      switch step {
      case .push(let tip): list.push(tip)
      case .retreat(let tip): list.retreat(to: tip)
      case .replace(let tip): list.replaceCurrent(with: tip)
      case .go(let index): list.go(to: index)
      }
    }
    #expect(list.entries == item.entries)
    #expect(list.index == item.index)
    #expect(list.current == item.entries[item.index])
  }

  @Test("A stored list over the limit keeps the current entry and the entries nearest after it")
  func shrinks() {
    let list = BackForwardList(entries: Array(0..<10), index: 2, limit: 4)
    #expect(list.entries == [2, 3, 4, 5])
    #expect(list.index == 0)
    let atEnd = BackForwardList(entries: Array(0..<10), index: 9, limit: 4)
    #expect(atEnd.entries == [6, 7, 8, 9])
    #expect(atEnd.index == 3)
  }

  @Test("A list of fifty entries drops its first at the next push")
  func fifty() {
    var list = BackForwardList(root: 0, limit: 50)
    for tip in 1..<50 { list.push(tip) }
    #expect(list.entries == Array(0..<50))
    list.push(50)
    #expect(list.entries == Array(1...50))
    #expect(list.index == 49)
    list.retreat(to: 0)
    #expect(list.entries == Array(2..<50) + [0, 50])
    #expect(list.index == 48)
  }
}
