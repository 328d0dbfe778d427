import Foundation
import Testing

/// The restore guard in real processes, which end by a signal while they show a restored stack.
/// Each test launches a helper several times on one store.
@Suite struct CrashAtLaunchTests {
  let launches: Launches

  init() throws {
    launches = try Launches()
  }

  /// The position of screen 3, which crashes the process, and the signal of the crash.
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

  /// Returns the report of a launch that shows the unnamed stack.
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
    "A screen that crashes at launch does so twice; then the root screen, the stack one Forward",
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

  @Test("Forward gives the old stack back")
  func forward() async throws {
    try await save([1, 2, 3])
    let crash = "culprit=3 where=top signal=SEGV"
    try await dies(crash, SIGSEGV, times: 2)
    let third = try await launches.launch("", "show report forward report close")
    try #require(third.reports.count == 2)
    #expect(third.reports[0].stack == [])
    #expect(third.reports[1].stack == [1, 2, 3])
    #expect(try await shown().stack == [1, 2, 3], "The screen worked now")
  }

  @Test("Going forward to the screen that crashes leads back to the root screen at once")
  func forwardToTheCulprit() async throws {
    try await save([1, 2, 3])
    let crash = "culprit=3 where=top signal=SEGV"
    try await dies(crash, SIGSEGV, times: 2)
    let third = try await launches.launch(crash, "show report advance:60 forward report close")
    #expect(third.signal == SIGSEGV)
    #expect(third.reports.map(\.stack) == [[]])
    #expect(try await shown(crash).stack == [])
  }

  @Test("The root screen stays until somebody navigates, however the launches end")
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
    #expect(try await shown(crash).stack == [4, 5], "The user has gone on")
  }

  @Test("Switched off, it crashes every time")
  func off() async throws {
    try await save([1, 2, 3])
    try await dies("guard=off culprit=3 where=top signal=SEGV", SIGSEGV, times: 5)
    #expect(try await shown().stack == [1, 2, 3], "And nothing was counted")
  }

  @Test("It crashes as often as the app allows", arguments: [1, 3])
  func attempts(_ attempts: Int) async throws {
    try await save([1, 2, 3])
    let settings = "guard=\(attempts) culprit=3 where=top signal=TRAP"
    try await dies(settings, SIGTRAP, times: attempts)
    let next = try await shown(settings)
    #expect(next.stack == [])
    #expect(next.skippedReason == "crashedRepeatedly")
  }

  @Test(
    "A confirmed restore is no attempt, and forgets those before it",
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

  @Test("A change that comes too early confirms nothing: two short lives in a row")
  func early() async throws {
    try await save([1, 2, 3])
    _ = try await launches.launch("", "show advance:2 push:4 kill")
    let second = try await launches.launch("", "show report advance:2 kill")
    #expect(second.reports.first?.stack == [1, 2, 3, 4])
    #expect(try await shown().skippedReason == "crashedRepeatedly")
  }

  @Test("The tabs of a scene and the routers on a tab count once in a process")
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

  @Test("With one try, a second tab is not taken for a second launch")
  func tabsWithOneTry() async throws {
    try await save([1], in: "a")
    try await save([2], in: "b")
    let first = try await launches.launch("guard=1", "show:a report show:b report close")
    #expect(first.reports.map(\.stack) == [[1], [2]])
  }

  @Test("What was saved in a process whose old stack stepped aside is not set aside in it")
  func savedAfterwards() async throws {
    try await save([1, 2, 3])
    for _ in 0..<2 { _ = try await launches.launch("", "show kill") }
    let third = try await launches.launch("", "show report push:7 drop show report close")
    #expect(third.reports.map(\.stack) == [[], [7]])
  }

  @Test("A stack that stepped aside stays aside when it is read again in the same process")
  func readAgain() async throws {
    try await save([1, 2, 3])
    for _ in 0..<2 { _ = try await launches.launch("", "show kill") }
    let third = try await launches.launch("", "peek drop show report drop show report kill")
    #expect(third.reports.map(\.stack) == [[], []])
  }

  @Test("Reading and being killed, without a navigation, never loses the place")
  func reading() async throws {
    try await save([1, 2, 3])
    for launch in 1...5 {
      let reader = try await launches.launch("", "show report advance:6 kill")
      #expect(reader.reports.first?.stack == [1, 2, 3], "at launch \(launch)")
      #expect(reader.signal == SIGKILL)
    }
    #expect(try await shown().skippedReason == nil)
  }

  @Test("A stack that nobody saw counts nothing")
  func notShown() async throws {
    try await save([1, 2, 3])
    for _ in 0..<4 { #expect(try await launches.launch("", "peek kill").signal == SIGKILL) }
    #expect(try await shown().stack == [1, 2, 3])
  }

  @Test("Quitting in good order never sets anything aside")
  func goodOrder() async throws {
    try await save([1, 2, 3])
    for _ in 0..<4 { #expect(try await shown().skippedReason == nil) }
    #expect(try await shown().stack == [1, 2, 3])
  }
}
