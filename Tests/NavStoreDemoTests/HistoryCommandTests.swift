import Foundation
import Testing

/// The demo's commands that query the history or forget parts of it, with the option `--json`.
@Suite struct HistoryCommandTests {
  let folder: DemoFolder

  init() throws {
    folder = try DemoFolder()
  }

  /// Runs `commands` and returns the printed line of each, without the first line, which reports
  /// the restored state.
  private func lines(_ commands: String...) async throws -> [DemoRun.Line] {
    let run = try await folder.json(commands)
    #expect(run.status == 0)
    #expect(run.errors == "")
    let lines = Array(try run.lines.dropFirst())
    #expect(lines.map(\.command) == commands)
    try #require(lines.count == commands.count)
    return lines
  }

  private func item(_ path: String, visits: Int = 1, depth: Int) -> DemoRun.Item {
    DemoRun.Item(path: path, visits: visits, depth: depth)
  }

  @Test("The frecent command lists the most visited path first")
  func frecent() async throws {
    let lines = try await lines(
      "frecent", "open /a", "open /b", "open /a", "open /c", "frecent", "frecent 1",
      "frecent 0")
    #expect(lines[0].items == [])
    #expect(lines[5].items?.first == item("/a", visits: 2, depth: 3))
    #expect(lines[5].items?.map(\.path).sorted() == ["/a", "/b", "/c"])
    #expect(lines[6].items == [item("/a", visits: 2, depth: 3)])
    #expect(lines[7].items == [])
  }

  @Test("Search finds every word anywhere in a title, without regard to case and accents")
  func search() async throws {
    let lines = try await lines(
      "open /Café/Łódź", "open /cafe/paris", "open /tea", "search CAFE", "search lodz é",
      "search 100%", "search", "search /")
    #expect(lines[3].items?.map(\.path).sorted() == ["/Café/Łódź", "/cafe/paris"])
    #expect(lines[4].items == [item("/Café/Łódź", depth: 1)])
    #expect(lines[5].items == [])
    #expect(lines[6].ok == false)
    #expect(lines[6].error?.contains("needs a text") == true)
    #expect(lines[7].items?.count == 3)
  }

  @Test("Branches are the screens opened from here that forward no longer reaches")
  func branches() async throws {
    let lines = try await lines(
      "branches", "branch 1", "open /a", "open /b", "back", "open /c", "back", "branches",
      "branch 2", "branch 1", "list")
    #expect(lines[0].items == [])
    #expect(lines[1].ok == false)
    #expect(lines[7].items?.map(\.path) == ["/b"])
    #expect(lines[8].ok == false)
    #expect(lines[9].stack == ["/a", "/b"])
  }

  @Test("The tree includes former branches, each path under its parent")
  func tree() async throws {
    let lines = try await lines(
      "tree", "open /a", "open /b", "back", "open /c", "root", "open /d", "tree", "scene other",
      "tree")
    #expect(lines[0].items == [])
    #expect(
      lines[7].items == [
        item("/a", depth: 1), item("/b", depth: 2), item("/c", depth: 2), item("/d", depth: 1),
      ])
    #expect(lines[9].items == [])
  }

  @Test("A visit is opened with its stack as a new visit, and back leads to the former screen")
  func visit() async throws {
    let lines = try await lines(
      "visit 1", "open /a", "open /b", "root", "open /x", "visit 2", "visits", "back", "visit 99",
      "visit", "visit 0")
    #expect(lines.map(\.ok) == [false] + Array(repeating: true, count: 7) + [false, false, false])
    #expect(lines[5].stack == ["/a", "/b"])
    #expect(lines[5].entries == ["/", "/x", "/b"])
    #expect(lines[6].items?.map(\.path) == ["/b", "/x", "/b", "/a"])
    #expect(lines[7].stack == ["/x"])
    #expect(lines[8].error == nil)
    #expect(lines[9].error != nil)
  }

  @Test("A forgotten path is removed from history, lists and file, but is still on screen")
  func forget() async throws {
    let secret = "/secret-\(UUID().uuidString)"
    let lines = try await lines(
      "open /a", "open \(secret)", "open /b", "scene other", "open \(secret)", "scene main",
      "forget \(secret)", "recent", "list", "back", "forget \(secret)", "scene other", "forget /b")
    #expect(lines[6].ok)
    #expect(lines[6].stack == ["/a", secret, "/b"])
    #expect(lines[7].items?.map(\.path) == ["/b", "/a"])
    #expect(lines[8].entries == ["/", "/a", secret, "/b"])
    #expect(lines[9].stack == ["/a", secret])
    #expect(!lines[10].ok)
    #expect(lines[10].error == nil)
    #expect(lines[11].stack == [secret], "It is on screen in that window")
    for suffix in ["", "-wal"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.store.path + suffix))
      #expect(bytes.range(of: Data(secret.utf8)) == nil)
    }
    let next = try await self.lines("scene other", "recent", "search secret")
    #expect(next[0].stack == [])
    #expect(next[1].items?.map(\.path) == ["/a"])
    #expect(next[2].items == [])
  }

  @Test("Clear forgets the whole history, and keeps the scenes")
  func clear() async throws {
    let lines = try await lines("open /a", "open /b", "clear", "recent", "tree", "clear", "scenes")
    #expect(lines[2].ok)
    #expect(lines[3].items == [])
    #expect(lines[4].items == [])
    #expect(!lines[5].ok)
    #expect(lines[6].scenes?.map(\.key) == ["main"])
    let next = try await self.lines("stack", "list")
    #expect(next[0].stack == [])
    #expect(next[1].entries == ["/"])
  }

  @Test("A closed scene is reopened with its stack and list")
  func closedScenes() async throws {
    let first = try await lines(
      "closed", "scene work", "open /x", "open /y", "back", "close work", "scene main",
      "close work", "close work", "closed", "reopen nowhere", "close")
    #expect(first[0].items == [])
    #expect(!first[5].ok, "The current scene can't be closed")
    #expect(first[7].ok)
    #expect(!first[8].ok)
    #expect(first[9].items == [item("/x", visits: 2, depth: 1)])
    #expect(!first[10].ok)
    #expect(first[11].error != nil)

    let second = try await lines("closed", "reopen work", "forward", "closed")
    #expect(second[0].items?.count == 1)
    #expect(second[1].scene == "work")
    #expect(second[1].stack == ["/x"])
    #expect(second[2].stack == ["/x", "/y"])
    #expect(second[3].items == [])
  }
}
