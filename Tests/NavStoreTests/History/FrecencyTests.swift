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

  @Test("The stored frecency equals the decayed sum of all visits to nine digits")
  func directSum() throws {
    var random = SeededRandom.make()
    for round in 0..<200 {
      // The times are in any order, like those of visits before and after a jump of the clock.
      let times = (0..<Int.random(in: 1...200, using: &random)).map { _ in
        1_700_000_000_000 + Int64.random(in: -20...20, using: &random) * day * 7
      }
      var moment: Double?
      for time in times { moment = Frecency.adding(visitAt: time, to: moment) }
      let now = Double(times.max() ?? 0)
      let direct = times.reduce(0) { $0 + exp(-Frecency.decay * (now - Double($1))) }
      let kept = exp(Frecency.decay * (try #require(moment) - now))
      #expect(abs(kept - direct) <= 1e-9 * direct, "seed \(random.seed), round \(round)")
    }
  }

  @Test("After 30 days a visit counts half as much")
  func halfLife() {
    let twiceThen = Frecency.adding(visitAt: 0, to: Frecency.adding(visitAt: 0, to: nil))
    let onceLater = Frecency.adding(visitAt: 30 * day, to: nil)
    #expect(abs(twiceThen - onceLater) < 1)
  }

  @Test("Visits far apart in time don't overflow the score")
  func farApart() {
    for (first, second) in [(0, Int64.max / 2), (Int64.max / 2, 0), (.min / 2, .max / 2)] {
      let moment = Frecency.adding(
        visitAt: second, to: Frecency.adding(visitAt: first, to: nil))
      #expect(moment == Double(max(first, second)))
    }
  }
}

@Suite("Frecency after forgetting")
struct FrecencyForgettingTests {
  private let day: Int64 = 86_400_000

  @Test("Subtracting at most half of the score equals the sum of the remaining visits")
  func subtracting() throws {
    var random = SeededRandom.make()
    var refused = 0
    for round in 0..<500 {
      func moment(_ times: ArraySlice<Int64>) -> Double? {
        times.reduce(nil) { Frecency.adding(visitAt: $1, to: $0) }
      }
      let times = (0..<Int.random(in: 2...100, using: &random)).map { _ in
        1_700_000_000_000 + Int64.random(in: -300...300, using: &random) * day / 4
      }.shuffled(using: &random)
      let gone = times.prefix(Int.random(in: 1..<times.count, using: &random))
      let left = try #require(moment(times.dropFirst(gone.count)))
      let all = try #require(moment(times[...]))
      let mass = gone.reduce(0) { $0 + Frecency.mass(ofVisitAt: $1, at: all) }
      guard let moment = Frecency.removing(mass, from: all) else {
        // `removing` returns `nil` because more than half of the score was removed. Relative to the
        // score of all visits, the score of the remaining visits is below a half.
        #expect(exp(Frecency.decay * (left - all)) < 0.5 + 1e-9)
        refused += 1
        continue
      }
      #expect(
        abs(moment - left) * Frecency.decay <= 1e-9, "seed \(random.seed), round \(round)")
    }
    #expect(refused > 0)
  }

  @Test("Removing no visits keeps the score, and removing all gives nil")
  func edges() {
    #expect(Frecency.removing(0, from: 5) == 5)
    let moment = Frecency.adding(visitAt: day, to: nil)
    #expect(Frecency.removing(Frecency.mass(ofVisitAt: day, at: moment), from: moment) == nil)
  }
}
