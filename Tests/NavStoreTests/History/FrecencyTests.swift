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

@Suite("Frecency")
struct FrecencyTests {
  private let day: Int64 = 86_400_000

  @Test("The kept moment gives the decayed sum of all visits, to nine digits")
  func directSum() throws {
    var random = SeededRandom.make()
    for round in 0..<200 {
      let halfLife = day * Int64.random(in: 1...90, using: &random)
      let frecency = Frecency(halfLifeMilliseconds: halfLife)
      // In whatever order, as by a clock that jumps.
      let times = (0..<Int.random(in: 1...200, using: &random)).map { _ in
        1_700_000_000_000 + Int64.random(in: -20...20, using: &random) * halfLife / 4
      }
      var moment: Double?
      for time in times { moment = frecency.adding(visitAt: time, to: moment) }
      let now = Double(times.max() ?? 0)
      let direct = times.reduce(0) { $0 + exp(-frecency.decay * (now - Double($1))) }
      let kept = exp(frecency.decay * (try #require(moment) - now))
      #expect(abs(kept - direct) <= 1e-9 * direct, "seed \(random.seed), round \(round)")
    }
  }

  @Test("After a half-life a visit counts half as much")
  func halfLife() {
    let frecency = Frecency(halfLifeMilliseconds: 30 * day)
    let twiceThen = frecency.adding(visitAt: 0, to: frecency.adding(visitAt: 0, to: nil))
    let onceLater = frecency.adding(visitAt: 30 * day, to: nil)
    #expect(abs(twiceThen - onceLater) < 1)
    #expect(Frecency().decay == frecency.decay)
  }

  @Test("Times far apart neither overflow nor become nonsense")
  func farApart() {
    let frecency = Frecency(halfLifeMilliseconds: day)
    for (first, second) in [(0, Int64.max / 2), (Int64.max / 2, 0), (.min / 2, .max / 2)] {
      let moment = frecency.adding(
        visitAt: second, to: frecency.adding(visitAt: first, to: nil))
      #expect(moment == Double(max(first, second)))
    }
  }
}

@Suite("Frecency after forgetting")
struct FrecencyForgettingTests {
  private let day: Int64 = 86_400_000

  @Test("Where at most half goes it is subtracted, and that is the sum of what is left")
  func subtracting() throws {
    var random = SeededRandom.make()
    var refused = 0
    for round in 0..<500 {
      let frecency = Frecency(
        halfLifeMilliseconds: day * Int64.random(in: 1...90, using: &random))
      let times = (0..<Int.random(in: 2...100, using: &random)).map { _ in
        1_700_000_000_000 + Int64.random(in: -300...300, using: &random) * day / 4
      }.shuffled(using: &random)
      let gone = times.prefix(Int.random(in: 1..<times.count, using: &random))
      let left = try #require(frecency.moment(ofVisitsAt: times.dropFirst(gone.count)))
      let all = try #require(frecency.moment(ofVisitsAt: times))
      let mass = gone.reduce(0) { $0 + frecency.mass(ofVisitAt: $1, at: all) }
      guard let moment = frecency.removing(mass, from: all) else {
        // More than half went: what is left scores less than a half at the old moment.
        #expect(exp(frecency.decay * (left - all)) < 0.5 + 1e-9)
        refused += 1
        continue
      }
      #expect(
        abs(moment - left) * frecency.decay <= 1e-9, "seed \(random.seed), round \(round)")
    }
    #expect(refused > 0)
  }

  @Test("Nothing from nothing, and all of it is more than half")
  func edges() throws {
    let frecency = Frecency()
    #expect(frecency.moment(ofVisitsAt: []) == nil)
    #expect(frecency.removing(0, from: 5) == 5)
    let moment = try #require(frecency.moment(ofVisitsAt: [day]))
    #expect(frecency.removing(frecency.mass(ofVisitAt: day, at: moment), from: moment) == nil)
  }
}
