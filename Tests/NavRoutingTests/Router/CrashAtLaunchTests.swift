import Foundation
import Testing

/// The crash guard in real processes. Each test launches a helper several times on one store. A
/// signal ends the helper while it shows a restored stack.
@Suite struct CrashAtLaunchTests {
  let launches: Launches

  init() throws {
    launches = try Launches()
  }

  /// A crash that screen 3 of the saved stack causes, with its signal. With the place "top", the
  /// screen crashes the process only on top of the stack; with "anywhere", also below other
  /// screens.
  struct Crash: CustomTestStringConvertible {
    let stack: [Int]
    let place: String
    let signal: (name: String, number: Int32)

    var settings: String { "culprit=3 where=\(place) signal=\(signal.name)" }
    var testDescription: String { "\(stack), \(signal.name)" }

    static let all: [Crash] = [("KILL", SIGKILL), ("SEGV", SIGSEGV), ("TRAP", SIGTRAP)].flatMap {
      [
        Crash(stack: [1, 2, 3], place: "top", signal: $0),
        Crash(stack: [3, 1, 2], place: "anywhere", signal: $0),
      ]
    }
  }

  private func save(_ stack: [Int], in tab: String = "") async throws {
    let pushes = stack.map { "push:\($0)" }.joined(separator: " ")
    let first = try await launches.launch("", "show:\(tab) \(pushes) close")
    try #require(first.status == 0)
  }

  /// Launches the helper, which shows the unnamed stack and closes normally. Returns its report.
  private func shown(_ settings: String = "") async throws -> Launch.Report {
    let launch = try await launches.launch(settings, "show report close")
    try #require(launch.status == 0)
    return try #require(launch.reports.first)
  }

  private func dies(_ settings: String, _ signal: Int32, times: Int) async throws {
    for time in 1...times {
      let launch = try await launches.launch(settings, "show report close")
      try #require(launch.signal == signal, "at launch \(time)")
      #expect(launch.reports.isEmpty)
    }
  }

  @Test(
    "After two crashes at launch, the app starts at its root, and the old stack is in Forward",
    arguments: Crash.all)
  func thirdLaunch(_ crash: Crash) async throws {
    try await save(crash.stack)
    try await dies(crash.settings, crash.signal.number, times: 2)

    let third = try await launches.launch(crash.settings, "show report push:7 report close")
    #expect(third.status == 0)
    try #require(third.reports.count == 2)
    #expect(
      third.reports[0]
        == .init(
          stack: [], entries: [0, crash.stack[0], crash.stack[1], 0, crash.stack[2]], index: 3,
          skippedReason: "crashedRepeatedly"))
    #expect(third.reports[1].stack == [7])

    let fourth = try await shown(crash.settings)
    #expect(fourth.stack == [7])
    #expect(fourth.skippedReason == nil)
    #expect(try await shown(crash.settings) == fourth)
  }

  @Test("Forward restores the skipped stack")
  func forward() async throws {
    try await save([1, 2, 3])
    let crash = "culprit=3 where=top signal=SEGV"
    try await dies(crash, SIGSEGV, times: 2)
    let third = try await launches.launch("", "show report forward report close")
    try #require(third.reports.count == 2)
    #expect(third.reports[0].stack == [])
    #expect(third.reports[1].stack == [1, 2, 3])
    #expect(try await shown().stack == [1, 2, 3], "The screen did not crash this time")
  }

  @Test("If the screen crashes again after Forward, the next launch starts at the root screen")
  func forwardToTheCulprit() async throws {
    try await save([1, 2, 3])
    let crash = "culprit=3 where=top signal=SEGV"
    try await dies(crash, SIGSEGV, times: 2)
    let third = try await launches.launch(crash, "show report advance:60 forward report close")
    #expect(third.signal == SIGSEGV)
    #expect(third.reports.map(\.stack) == [[]])
    #expect(try await shown(crash).stack == [])
  }

  @Test("Launches start at the root screen until the user navigates, however they end")
  func untouchedRoot() async throws {
    try await save([1, 2, 3])
    let crash = "culprit=3 where=top signal=SEGV"
    try await dies(crash, SIGSEGV, times: 2)
    for end in ["close", "confirm close", "kill", "suspend kill", "advance:60 confirm"] {
      let launch = try await launches.launch(crash, "show report \(end)")
      #expect(launch.reports.first?.stack == [], "then \(end)")
      #expect(launch.reports.first?.skippedReason == "crashedRepeatedly")
    }
    let late = try await launches.launch(crash, "show confirm push:4 advance:6 push:5 kill")
    #expect(late.signal == SIGKILL)
    #expect(try await shown(crash).stack == [4, 5], "The user has navigated since the crashes")
  }

  @Test("Without the restore guard, every launch crashes")
  func off() async throws {
    try await save([1, 2, 3])
    try await dies("guard=off culprit=3 where=top signal=SEGV", SIGSEGV, times: 5)
    #expect(try await shown().stack == [1, 2, 3], "No attempt was counted")
  }

  @Test("The stack is skipped after the configured number of crashes", arguments: [1, 3])
  func attempts(_ attempts: Int) async throws {
    try await save([1, 2, 3])
    let settings = "guard=\(attempts) culprit=3 where=top signal=TRAP"
    try await dies(settings, SIGTRAP, times: attempts)
    let next = try await shown(settings)
    #expect(next.stack == [])
    #expect(next.skippedReason == "crashedRepeatedly")
  }

  @Test(
    "A confirmed restore is not an attempt, and resets earlier attempts",
    arguments: [
      "confirm kill", "close", "suspend kill", "advance:6 kill", "advance:6 push:4 kill",
      "push:4 advance:9 push:5 kill",
    ])
  func confirmed(_ end: String) async throws {
    try await save([1, 2, 3])
    for _ in 0..<3 {
      #expect(try await launches.launch("", "show kill").signal == SIGKILL)
      let good = try await launches.launch("", "show report \(end)")
      let report = try #require(good.reports.first)
      #expect(report.stack.starts(with: [1, 2, 3]))
      #expect(report.skippedReason == nil)
    }
  }

  @Test("A change two seconds after the launch does not confirm the restore")
  func early() async throws {
    try await save([1, 2, 3])
    _ = try await launches.launch("", "show advance:2 push:4 kill")
    let second = try await launches.launch("", "show report advance:2 kill")
    #expect(second.reports.first?.stack == [1, 2, 3, 4])
    #expect(try await shown().skippedReason == "crashedRepeatedly")
  }

  @Test("Tabs of one scene and routers on one tab count as one attempt per process")
  func tabs() async throws {
    try await save([1], in: "a")
    try await save([2], in: "b")
    let steps = "show:a report show:a report show:b report drop show:b report show:a report kill"
    for launch in 1...2 {
      let reports = try await launches.launch("", steps).reports
      #expect(reports.map(\.stack) == [[1], [1], [2], [2], [1]], "at launch \(launch)")
    }
    let third = try await launches.launch("", "show:a report show:b report push:5 close")
    #expect(third.reports.map(\.stack) == [[], []])
    let fourth = try await launches.launch("", "show:a report show:b report kill")
    #expect(fourth.reports.map(\.stack) == [[1], [5]])
  }

  @Test("With one allowed attempt, a second tab does not count as a second launch")
  func tabsWithOneTry() async throws {
    try await save([1], in: "a")
    try await save([2], in: "b")
    let first = try await launches.launch("guard=1", "show:a report show:b report close")
    #expect(first.reports.map(\.stack) == [[1], [2]])
  }

  @Test("A stack saved after the old one was skipped is restored in the same process")
  func savedAfterwards() async throws {
    try await save([1, 2, 3])
    for _ in 0..<2 { _ = try await launches.launch("", "show kill") }
    let third = try await launches.launch("", "show report push:7 drop show report close")
    #expect(third.reports.map(\.stack) == [[], [7]])
  }

  @Test("A skipped stack is skipped again when the same process reads it again")
  func readAgain() async throws {
    try await save([1, 2, 3])
    for _ in 0..<2 { _ = try await launches.launch("", "show kill") }
    let third = try await launches.launch("", "peek drop show report drop show report kill")
    #expect(third.reports.map(\.stack) == [[], []])
  }

  @Test("Kills six seconds after a launch never cause a skipped stack")
  func reading() async throws {
    try await save([1, 2, 3])
    for launch in 1...5 {
      let reader = try await launches.launch("", "show report advance:6 kill")
      #expect(reader.reports.first?.stack == [1, 2, 3], "at launch \(launch)")
      #expect(reader.signal == SIGKILL)
    }
    #expect(try await shown().skippedReason == nil)
  }

  @Test("A stack that was loaded but not shown does not count as an attempt")
  func notShown() async throws {
    try await save([1, 2, 3])
    for _ in 0..<4 { #expect(try await launches.launch("", "peek kill").signal == SIGKILL) }
    #expect(try await shown().stack == [1, 2, 3])
  }

  @Test("Normal exits never cause a skipped stack")
  func goodOrder() async throws {
    try await save([1, 2, 3])
    for _ in 0..<4 { #expect(try await shown().skippedReason == nil) }
    #expect(try await shown().stack == [1, 2, 3])
  }
}
