import Foundation
import Testing

/// All commands of the demo with the option `--json`, because scripts rely on this output.
@Suite struct JSONCommandTests {
  let folder: DemoFolder

  init() throws {
    folder = try DemoFolder()
  }

  /// Runs `commands` and returns the printed line of each, without the first line, which reports
  /// the restored state.
  private func lines(_ commands: String...) async throws -> [DemoRun.Line] {
    let run = try await folder.json(commands)
    #expect(run.status == 0)
    let lines = Array(try run.lines.dropFirst())
    #expect(lines.map(\.command) == commands)
    try #require(lines.count == commands.count)
    return lines
  }

  @Test("Pop removes at most all screens, and is refused at the root screen")
  func pop() async throws {
    let lines = try await lines("pop", "open /a", "open /b", "open /c", "pop", "pop 9", "pop")
    #expect(lines.map(\.ok) == [false, true, true, true, true, true, false])
    #expect(lines[4].stack == ["/a", "/b"])
    #expect(lines[4].index == 2)
    #expect(lines[5].stack == [])
    #expect(lines[5].index == 0)
    #expect(lines[5].entries == ["/", "/a", "/b", "/c"])
    #expect(lines.allSatisfy { $0.error == nil })
  }

  @Test("Root pops to the root screen, and forward restores the stack")
  func root() async throws {
    let lines = try await lines("root", "open /a", "open /b", "root", "go 2", "root", "forward")
    #expect(lines.map(\.ok) == [false, true, true, true, true, true, true])
    #expect(lines[3].stack == [])
    #expect(lines[3].index == 0)
    #expect(lines[4].stack == ["/a", "/b"])
    #expect(lines[6].stack == ["/a"])
  }

  @Test("Going out of range changes nothing")
  func outOfRange() async throws {
    let lines = try await lines(
      "back", "forward", "open /a", "open /b", "go 1", "go -3", "go -2", "forward", "go 0", "go x")
    #expect(
      lines.map(\.ok) == [false, false, true, true, false, false, true, true, true, false])
    #expect(lines[5].stack == ["/a", "/b"])
    #expect(lines[5].index == 2)
    #expect(lines[6].stack == [])
    #expect(lines[8].stack == ["/a"])
    #expect(lines[9].error != nil)
  }

  @Test("Replace swaps the top screen and the current entry, and is refused at the root screen")
  func replace() async throws {
    let lines = try await lines(
      "replace /no", "open /a", "open /b", "back", "replace /c", "forward", "visits")
    #expect(lines.map(\.ok) == [false, true, true, true, true, true, true])
    #expect(lines[0].stack == [])
    #expect(lines[4].stack == ["/c"])
    #expect(lines[4].entries == ["/", "/c", "/b"])
    #expect(lines[4].index == 1)
    // The forward entry's visit has the replaced visit of `/a` as its parent. Forward therefore
    // shows a stack with `/a`, not with `/c`.
    #expect(lines[5].stack == ["/a", "/b"])
    #expect(lines[6].items?.map(\.path) == ["/c", "/b", "/a"])
  }

  @Test("A push removes the forward entries, and the same path twice is two entries")
  func push() async throws {
    let lines = try await lines("open /a", "open /a", "back", "open /b", "forward")
    #expect(lines[1].entries == ["/", "/a", "/a"])
    #expect(lines[1].stack == ["/a", "/a"])
    #expect(lines[2].stack == ["/a"])
    #expect(lines[3].entries == ["/", "/a", "/b"])
    #expect(!lines[4].ok)
  }

  @Test("Each scene has its own stack and list, now and after a relaunch")
  func scenes() async throws {
    let first = try await lines(
      "open /a", "scene work", "scenes", "open /x", "open /y", "scene main", "scenes", "scene work")
    #expect(first[1].scene == "work")
    #expect(first[1].stack == [])
    #expect(
      first[2].scenes == [
        .init(key: "main", open: true, depth: 1), .init(key: "work", open: true, depth: 0),
      ])
    #expect(first[5].scene == "main")
    #expect(first[5].stack == ["/a"])
    #expect(
      first[6].scenes == [
        .init(key: "main", open: true, depth: 1), .init(key: "work", open: true, depth: 2),
      ])
    #expect(first[7].entries == ["/", "/x", "/y"])

    let second = try await lines("scene work", "back", "scene main", "recent")
    #expect(second[0].stack == ["/x", "/y"])
    #expect(second[1].stack == ["/x"])
    #expect(second[2].stack == ["/a"])
    #expect(second[3].items?.map(\.path) == ["/y", "/x", "/a"])
  }

  @Test("An invalid scene is refused, and the current scene is kept")
  func badScene() async throws {
    let lines = try await lines("open /a", "scene " + String(repeating: "k", count: 513), "back")
    #expect(!lines[1].ok)
    #expect(lines[1].error?.contains("512") == true)
    #expect(lines[1].scene == "main")
    #expect(lines[2].ok)
  }

  @Test("Recent lists each path once with its visits and last depth, and visits lists every visit")
  func history() async throws {
    let lines = try await lines(
      "recent", "open /a", "open /b", "open /a", "back", "recent", "recent 1", "visits", "visits 2",
      "recent 0")
    #expect(lines[0].items == [])
    #expect(
      lines[5].items == [
        .init(path: "/a", visits: 2, depth: 3), .init(path: "/b", visits: 1, depth: 2),
      ])
    #expect(lines[6].items?.count == 1)
    let all: [DemoRun.Item] = [
      .init(path: "/a", visits: 1, depth: 3), .init(path: "/b", visits: 1, depth: 2),
      .init(path: "/a", visits: 1, depth: 1),
    ]
    #expect(lines[7].items == all)
    #expect(lines[8].items == Array(all.prefix(2)))
    #expect(lines[9].items == [])
  }

  @Test("A refusal has a reason, and a visit has a number, a title and a time")
  func members() async throws {
    let run = try await folder.json([
      "back", "open /lisbon/fado", "scene work", "close main", "scene main", "close work", "visits",
      "recent", "search fado", "tree", "closed",
    ])
    #expect(run.output.contains(#""reason":"There is nothing to go back to.""#))
    #expect(run.output.contains(#""items":[{"number":1,"path":"/lisbon/fado""#))
    let rows = run.output.split(separator: "\n").suffix(5)
    #expect(rows.allSatisfy { $0.contains(#""time":1"#) })
    #expect(rows.dropLast().allSatisfy { $0.contains(#""title":""#) })
  }

  @Test("An unknown command is an error, the demo continues, and blank lines are ignored")
  func unknown() async throws {
    let run = try await folder.json(["", "   ", "frobnicate /a", "open b", "open /c", "", "quit"])
    let lines = try run.lines
    #expect(lines.map(\.ok) == [true, false, false, true, true])
    #expect(lines.compactMap(\.error).count == 2)
    #expect(lines[1].error?.contains("frobnicate") == true)
    #expect(lines.last?.command == "quit")
    #expect(lines.last?.stack == ["/c"])
    #expect(run.errors == "")
  }

  @Test("Commands that only query change nothing")
  func asking() async throws {
    let lines = try await lines("open /a", "stack", "list", "help", "scenes", "visits", "quit")
    for line in lines {
      #expect(line.ok)
      #expect(line.stack == ["/a"])
      #expect(line.entries == ["/", "/a"])
      #expect(line.index == 1)
    }
  }
}
