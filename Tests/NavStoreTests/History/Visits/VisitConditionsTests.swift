import Testing

@testable import NavStore

@Suite("Conditions of a question about visits")
struct VisitConditionsTests {
  @Test("Lists are those of the conditions; a rare item's days are looked at visit by visit")
  func lists() {
    var conditions = VisitConditions(account: 3)
    #expect(conditions.lists.isEmpty)
    conditions.times = -1..<86_400_001
    #expect(conditions.lists == [.all(.day, of: 3, keys: -1...1)])
    conditions.times = 0..<86_400_000
    #expect(conditions.lists == [.all(.day, of: 3, keys: 0...0)])
    conditions.item = 7
    let item = PostingLists.these([.init(account: 3, list: .item, key: 7)])
    #expect(conditions.lists == [item, .all(.day, of: 3, keys: 0...0)])
    conditions.isItemRare = true
    #expect(conditions.lists == [item])
    conditions.kinds = [1, 2]
    #expect(
      conditions.lists == [
        item,
        .these([
          .init(account: 3, list: .kind, key: 1), .init(account: 3, list: .kind, key: 2),
        ]),
      ])
  }

  @Test("A visit has to meet all of them")
  func match() {
    let visit = VisitTable.RouteVisit(
      id: 7, route: 6, stack: 4, parent: 0, time: 5, seq: 7, item: 2, account: 1, kind: 3)
    #expect(VisitConditions(account: 1).match(visit))
    #expect(!VisitConditions(account: 0).match(visit))
    let whole = VisitConditions(account: 1, item: 2, kinds: [3], stacks: [9, 4], times: 5..<6)
    #expect(whole.match(visit))
    for change: (inout VisitConditions) -> Void in [
      { $0.item = 1 }, { $0.kinds = [1] }, { $0.stacks = [] }, { $0.times = 4..<5 },
    ] {
      var other = whole
      change(&other)
      #expect(!other.match(visit))
    }
  }
}
