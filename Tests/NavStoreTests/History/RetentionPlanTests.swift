import TestSupport
import Testing

@testable import NavStore

@Suite("Retention plan")
struct RetentionPlanTests {
  private typealias Visit = RetentionPlan.Visit

  @Test("The plan deletes the same visits as a simple reference, and no parent of a kept visit")
  func reference() {
    var random = SeededRandom.make()
    for round in 0..<(isSoak ? 20_000 : 500) {
      let visits = tree(&random)
      let rule = RetentionPlan.Rule(
        oldest: RetentionClock.plausible + Int64.random(in: 0...100, using: &random),
        count: Int.random(in: 0...40, using: &random))
      let standing = visits.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
        .map(\.id)
      var plan = RetentionPlan(rule: rule, standing: standing + [0])
      let doomed = visits.reversed().filter { plan.dooms($0) }.map(\.id)
      let expected = Self.doomed(visits, rule, standing: standing)
      #expect(Set(doomed) == expected, "seed \(random.seed), round \(round)")
      let left = visits.filter { !expected.contains($0.id) }
      #expect(left.allSatisfy { !expected.contains($0.parent) })
    }
  }

  @Test("The plan keeps all visits below a kept visit, old or never seen")
  func ancestors() {
    let start = RetentionClock.plausible
    let visits = [
      Visit(id: 1, parent: 0, time: start), Visit(id: 2, parent: 1, time: nil),
      Visit(id: 3, parent: 1, time: start + 1), Visit(id: 4, parent: 2, time: start + 100),
    ]
    var plan = RetentionPlan(rule: .init(oldest: start + 50), standing: [])
    #expect(visits.reversed().filter { plan.dooms($0) }.map(\.id) == [3])
    var standing = RetentionPlan(rule: .init(oldest: start + 500), standing: [3])
    #expect(visits.reversed().filter { standing.dooms($0) }.map(\.id) == [4, 2])
  }

  @Test("A visit dated by an unset clock counts as old as the visit after it")
  func unsetClock() {
    let (then, now) = (RetentionClock.plausible + 100, RetentionClock.plausible + 900)
    let visits = [
      Visit(id: 1, parent: 0, time: then), Visit(id: 2, parent: 0, time: 5),
      Visit(id: 3, parent: 0, time: then), Visit(id: 4, parent: 0, time: 5),
      Visit(id: 5, parent: 0, time: now), Visit(id: 6, parent: 0, time: 5),
    ]
    var plan = RetentionPlan(rule: .init(oldest: now), standing: [])
    #expect(visits.reversed().filter { plan.dooms($0) }.map(\.id) == [3, 2, 1])
  }

  private static let day: Int64 = 86_400_000
  private static let start: Int64 = 1_700_000_000_000

  @Test(
    "The clock is trusted, unless it is over a year ahead of all but a few visits",
    arguments: [
      // In days from `start`: the time of the clock, the times of the newest visits, and the time
      // by which age is measured.
      (100, [0, 1, 2], 100),
      (365, [0, 1, 2], 365),
      (400, [0, 1, 2], 2),
      (30_000, [0, 1, 2], 2),
      // Two visits that were made after the clock jumped don't confirm the clock's time.
      (30_000, [0, 1, 2, 29_999, 30_000], 2),
      // All visits are less than a year older than the clock's time, so none contradicts it.
      (30_000, [29_990, 29_999], 30_000),
      // Some visits have the time of a wrong clock, near 1970 or in the future, but the clock was
      // corrected after them.
      (10, [0, 1, -19_000, 2], 10),
      (100, [0, 1, 2, 400, 30_000], 100),
      // A clock that is earlier than all visits is trusted, because it makes a pruning delete less.
      // A clock without visits is trusted, too.
      (-50, [0, 1, 2], -50),
      (5, [], 5),
    ])
  func clock(_ now: Int64, _ times: [Int64], _ expected: Int64) {
    let milliseconds = { (day: Int64) in Self.start + day * Self.day }
    #expect(
      RetentionClock.now(milliseconds(now), witnesses: times.map(milliseconds))
        == milliseconds(expected))
  }

  @Test("Retention rules accept extreme ages and counts")
  func extremes() {
    #expect(RetentionPlan.Rule(age: nil, count: nil, now: 5) == .init(oldest: .min, count: .max))
    #expect(RetentionPlan.Rule(age: .seconds(Int64.max), count: -1, now: -5).oldest == .min)
    #expect(RetentionPlan.Rule(age: .seconds(-1), count: -1, now: 5) == .init(oldest: 5, count: 0))
  }

  private func tree(_ random: inout SeededRandom) -> [Visit] {
    (1...Int64.random(in: 1...60, using: &random)).map { id in
      Visit(
        id: id, parent: Int64.random(in: max(0, id - 8)..<id, using: &random),
        time: Int.random(in: 0..<5, using: &random) == 0
          ? nil : RetentionClock.plausible + Int64.random(in: 0...100, using: &random))
    }
  }

  /// Returns the visits to delete, computed without `RetentionPlan`. Keeps the visits that satisfy
  /// the rule, the visits in `standing`, and all visits below them.
  private static func doomed(
    _ visits: [Visit], _ rule: RetentionPlan.Rule, standing: [Int64]
  ) -> Set<Int64> {
    var kept = Set(standing)
    kept.formUnion(
      visits.filter { $0.time != nil }.suffix(rule.count)
        .filter { $0.time ?? 0 >= rule.oldest }.map(\.id))
    let parents = Dictionary(visits.map { ($0.id, $0.parent) }) { first, _ in first }
    for id in kept {
      var next = id
      while let parent = parents[next] {
        kept.insert(next)
        next = parent
      }
    }
    return Set(visits.map(\.id)).subtracting(kept)
  }
}
