import Foundation
import Testing

@testable import navstore_demo

@Suite struct TextVoiceTests {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)

  private func make(_ terminal: Terminal = Terminal()) -> TextVoice {
    TextVoice(terminal: terminal, now: { Self.now })
  }

  private func report(_ command: String = "restore", stack: [String] = ["/a", "/b/1"]) -> Report {
    Report(
      command: command, scene: "main", stack: stack, entries: ["/"] + stack, index: stack.count)
  }

  @Test("The greeting shows the restored screen, its depth and the time of the save")
  func greeting() {
    var report = report()
    let item = Report.Row(
      path: "/b/1", visits: 2, depth: 2, visitedAt: Self.now.addingTimeInterval(-90), now: Self.now)
    report.detail = .restored(
      .init(savedAt: Self.now.addingTimeInterval(-125), failureCount: 1), recents: [item])
    #expect(
      make().lines(for: report) == [
        "Scene main restored: on /b/1, depth 2, saved 2 minutes ago (2023-11-14T22:11:15Z).",
        "Screens that could not be restored: 1.",
        "  / › /a › /b/1",
        "Recently viewed:",
        "  /b/1  2 visits · depth 2 · 1 minute ago",
      ])
  }

  @Test("The greeting names a new scene as new")
  func newScene() {
    var report = report(stack: [])
    report.detail = .restored(.init(savedAt: nil, failureCount: 0), recents: [])
    #expect(
      make().lines(for: report) == ["Scene main is new: on the root screen.", "  /"])
  }

  @Test("The greeting tells how to reach a skipped stack")
  func skipped() {
    var report = report(stack: [])
    report.detail = .restored(
      .init(savedAt: Self.now, failureCount: 0, isSkipped: true), recents: [])
    #expect(make().lines(for: report).contains { $0.contains("one \"forward\" away") })
  }

  @Test("The current entry of the list is marked")
  func list() {
    let report = Report(
      command: "list", scene: "main", stack: ["/a"], entries: ["/", "/a", "/b"], index: 1,
      detail: .list)
    #expect(make().lines(for: report) == ["  0  /", "▸ 1  /a", "  2  /b"])
  }

  @Test("A tree is drawn with its branches, the current screen marked")
  func tree() {
    func line(
      _ path: String, _ isLast: [Bool], isCurrent: Bool = false, ago: Double? = 60
    ) -> Report.Row {
      Report.Row(
        path: path, depth: isLast.count, isLast: isLast, isCurrent: isCurrent,
        visitedAt: ago.map { Self.now.addingTimeInterval(-$0) }, now: Self.now)
    }
    let report = Report(
      command: "tree", scene: "main", stack: ["/d"], entries: ["/", "/d"], index: 1,
      detail: .tree([
        line("/a", [false]), line("/b", [false, false], ago: nil), line("/c", [false, true]),
        line("/d", [true], isCurrent: true),
      ]))
    #expect(
      make().lines(for: report) == [
        "  ├─ /a  1 minute ago", "  │  ├─ /b  not seen", "  │  └─ /c  1 minute ago",
        "  └─ ▸ /d  1 minute ago",
      ])
    let deep = Report(
      command: "tree", scene: "main", stack: [], entries: ["/"], index: 0,
      detail: .tree([line("/deep", Array(repeating: true, count: 500))]))
    #expect(make().lines(for: deep).allSatisfy { $0.count < 120 })
  }

  @Test("Visits are numbered for the visit command, and closed scenes are listed with their screen")
  func numbered() {
    let item = Report.Row(
      path: "/a", visits: 1, depth: 2, visitedAt: Self.now.addingTimeInterval(-60), scene: "main",
      now: Self.now)
    var report = report("visits")
    report.detail = .rows([item], isNumbered: true)
    #expect(make().lines(for: report) == ["  1  /a  in main · depth 2 · 1 minute ago"])
    report.detail = .rows([
      .init(closed: "work", path: "/x", depth: 3, visits: 4, at: Self.now, now: Self.now)
    ])
    #expect(
      make().lines(for: report) == ["  work  on /x · depth 3 · 4 visits · closed just now"])
  }

  @Test("Colors and counts of entries are for terminals only")
  func colours() {
    let terminal = Terminal(isInteractive: true, hasColours: true, columns: 80)
    let lines = make(terminal).lines(for: report("open /b/1"))
    #expect(lines.count == 2)
    #expect(lines.joined().contains("\u{1B}["))
    let plain = make(Terminal(isInteractive: true, columns: 80)).lines(for: report("open /b/1"))
    #expect(plain == ["  / › /a › /b/1", "  back 2 · forward 0"])
    #expect(make().lines(for: report("open /b/1")) == ["  / › /a › /b/1"])
  }

  @Test("A trail that is wider than the window leaves out the middle")
  func longTrail() {
    let trail = Trail(paths: (1...30).map { "/page\($0)" })
    let line = trail.text(on: Terminal(columns: 60))
    #expect(line.hasPrefix("  / › … 26 more … › "))
    #expect(line.hasSuffix(" › /page30"))
    #expect(line.count <= 60)
    #expect(Trail(paths: ["/a"]).text(on: Terminal(columns: 1)).hasSuffix("/a"))
    #expect(trail.text(on: Terminal()).contains("/page1 › /page2 › "))
  }

  @Test("Control characters in a path are escaped")
  func controlCharacters() {
    #expect("/a\u{1B}[2Jb\u{7}".printable == "/a\\u{1b}[2Jb\\u{7}")
    #expect("/ü 日本".printable == "/ü 日本")
    let lines = make().lines(for: report("open", stack: ["/\u{1B}[31m"]))
    #expect(!lines.joined().contains("\u{1B}"))
  }

  @Test(
    "Times are printed in words",
    arguments: [
      (-50.0, "just now"), (3, "just now"), (10, "10 seconds ago"), (60, "1 minute ago"),
      (3_599, "59 minutes ago"), (7_300, "2 hours ago"), (86_400, "1 day ago"),
      (1_000_000, "11 days ago"),
    ])
  func ago(seconds: Double, words: String) {
    #expect(Self.now.addingTimeInterval(-seconds).ago(at: Self.now) == words)
  }

  @Test("The progress bar shows its percentage and its count")
  func progress() {
    var bar = ProgressBar(title: "feeding", total: 10, isShown: false)
    for _ in 0..<6 { bar.advance() }
    #expect(
      bar.text(columns: 80)
        == "[██████████████████░░░░░░░░░░░░]  60 %  feeding 6 of 10 sessions")
  }

  @Test("The progress bar stays within one line of any window", arguments: 0...100)
  func narrowProgress(columns: Int) {
    var bar = ProgressBar(title: "checking", total: 12_438, isShown: false)
    for _ in 0..<12_438 { bar.advance() }
    let text = bar.text(columns: columns)
    #expect(text.count < max(1, columns) || text.isEmpty)
    if columns > 5 { #expect(text.contains("100 %")) }
    if columns == 40 { #expect(text == "[█████████████████████] 100 %  checking") }
    if columns == 50 { #expect(text == "[████████████████] 100 %  checking 12438 of 12438") }
  }
}
