import Testing

@testable import NavRouting

@Suite("Whether there is a main loop") struct LoopProbeTests {
  private func findings(_ times: Int64...) -> [LoopProbe.Finding] {
    var probe = LoopProbe()
    return times.map { probe.change(at: $0) }
  }

  @Test("The third change, at least a second after the first, says that there is none")
  func missing() {
    #expect(findings(0, 600, 1_000) == [.none, .pause(milliseconds: 600), .missing])
    #expect(findings(5_000, 5_050, 5_090, 6_000) == [.none, .none, .none, .missing])
  }

  @Test("Two changes say nothing, however far apart; nor do many within a second")
  func notYet() {
    #expect(findings(0, 60_000) == [.none, .pause(milliseconds: 60_000)])
    #expect(
      findings(0, 99, 198, 297, 999) == [.none, .none, .none, .none, .pause(milliseconds: 702)])
  }
}
