import TestSupport
import Testing

@testable import NavStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Relevance")
struct RelevanceTests {
  private let day: Int64 = 86_400_000

  @Test("The kept moment gives the decayed sum of all visits, to nine digits")
  func directSum() throws {
    var random = SeededRandom.make()
    for round in 0..<200 {
      let halfLife = day * Int64.random(in: 1...90, using: &random)
      let relevance = Relevance(halfLifeMilliseconds: halfLife)
      // In whatever order, as by a clock that jumps.
      let times = (0..<Int.random(in: 1...200, using: &random)).map { _ in
        1_700_000_000_000 + Int64.random(in: -20...20, using: &random) * halfLife / 4
      }
      var moment: Double?
      for time in times { moment = relevance.adding(visitAt: time, to: moment) }
      let now = Double(times.max() ?? 0)
      let direct = times.reduce(0) { $0 + exp(-relevance.decay * (now - Double($1))) }
      let kept = exp(relevance.decay * (try #require(moment) - now))
      #expect(abs(kept - direct) <= 1e-9 * direct, "seed \(random.seed), round \(round)")
    }
  }

  @Test("After a half-life a visit counts half as much")
  func halfLife() {
    let relevance = Relevance(halfLifeMilliseconds: 30 * day)
    let twiceThen = relevance.adding(visitAt: 0, to: relevance.adding(visitAt: 0, to: nil))
    let onceLater = relevance.adding(visitAt: 30 * day, to: nil)
    #expect(abs(twiceThen - onceLater) < 1)
    #expect(Relevance().decay == relevance.decay)
  }

  @Test("Times far apart neither overflow nor become nonsense")
  func farApart() {
    let relevance = Relevance(halfLifeMilliseconds: day)
    for (first, second) in [(0, Int64.max / 2), (Int64.max / 2, 0), (.min / 2, .max / 2)] {
      let moment = relevance.adding(
        visitAt: second, to: relevance.adding(visitAt: first, to: nil))
      #expect(moment == Double(max(first, second)))
    }
  }
}

@Suite("Relevance after forgetting")
struct RelevanceForgettingTests {
  private let day: Int64 = 86_400_000

  @Test("Where at most half goes it is subtracted, and that is the sum of what is left")
  func subtracting() throws {
    var random = SeededRandom.make()
    var refused = 0
    for round in 0..<500 {
      let relevance = Relevance(
        halfLifeMilliseconds: day * Int64.random(in: 1...90, using: &random))
      let times = (0..<Int.random(in: 2...100, using: &random)).map { _ in
        1_700_000_000_000 + Int64.random(in: -300...300, using: &random) * day / 4
      }.shuffled(using: &random)
      let gone = times.prefix(Int.random(in: 1..<times.count, using: &random))
      let left = try #require(relevance.moment(ofVisitsAt: times.dropFirst(gone.count)))
      let all = try #require(relevance.moment(ofVisitsAt: times))
      let mass = gone.reduce(0) { $0 + relevance.mass(ofVisitAt: $1, at: all) }
      guard let moment = relevance.removing(mass, from: all) else {
        // More than half went: what is left scores less than a half at the old moment.
        #expect(exp(relevance.decay * (left - all)) < 0.5 + 1e-9)
        refused += 1
        continue
      }
      #expect(
        abs(moment - left) * relevance.decay <= 1e-9, "seed \(random.seed), round \(round)")
    }
    #expect(refused > 0)
  }

  @Test("Nothing from nothing, and all of it is more than half")
  func edges() throws {
    let relevance = Relevance()
    #expect(relevance.moment(ofVisitsAt: []) == nil)
    #expect(relevance.removing(0, from: 5) == 5)
    let moment = try #require(relevance.moment(ofVisitsAt: [day]))
    #expect(relevance.removing(relevance.mass(ofVisitAt: day, at: moment), from: moment) == nil)
  }
}
