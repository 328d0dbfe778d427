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

  @Test("A second task on the main actor shows that its queue is drained, however long that takes")
  func tasks() {
    var probe = LoopProbe()
    let findings = [1, 1, 2].enumerated().map { index, task in
      probe.change(at: Int64(index * 600), task: task)
    }
    #expect(findings == [.none, .pause(milliseconds: 600), .drained])
    var first = LoopProbe()
    _ = first.change(at: 0, task: nil)
    #expect(first.change(at: 5_000, task: 1) == .drained)
    // An async main that runs a loop of another kind is one task from beginning to end.
    var nested = LoopProbe()
    #expect((0..<3).map { nested.change(at: $0 * 600, task: 1) }.last == .missing)
  }

  @Test("Two changes say nothing, however far apart; nor do many within a second")
  func notYet() {
    #expect(findings(0, 60_000) == [.none, .pause(milliseconds: 60_000)])
    #expect(
      findings(0, 99, 198, 297, 999) == [.none, .none, .none, .none, .pause(milliseconds: 702)])
  }
}
