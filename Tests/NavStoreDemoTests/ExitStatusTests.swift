import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct ExitStatusTests {
  let folder: DemoFolder

  init() throws {
    folder = try DemoFolder()
  }

  @Test("Misuse ends with 2 and the usage, and nothing on the output")
  func misuse() async throws {
    for arguments in [["--store"], ["--frob"], ["open", "/a"], ["--json=yes"]] {
      let run = try await folder.run(arguments)
      #expect(run.status == 2)
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("navstore-demo: "))
      #expect(run.errors.contains("\nusage: navstore-demo "))
    }
  }

  @Test("Help ends with 0 and opens nothing")
  func help() async throws {
    let run = try await folder.run(["--help", "--store", folder.store.path])
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("usage: navstore-demo "))
    #expect(!FileManager.default.fileExists(atPath: folder.store.path))
  }

  @Test("A store that cannot be opened ends with 1 and one sentence")
  func unopenable() async throws {
    let run = try await folder.run(["--json", "--store", folder.url.path])
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors.hasSuffix("cannot be opened: The file is a folder.\n"))
  }

  @Test("A damaged store is set aside, which is said, and the demo goes on")
  func damaged() async throws {
    _ = try folder.write(String(repeating: "not a database ", count: 600), to: "store.sqlite")
    let run = try await folder.json(["open /a"])
    #expect(run.status == 0)
    #expect(try run.lines.last?.stack == ["/a"])
    #expect(run.errors.contains("store.sqlite.corrupt-1"))
  }

  @Test("A standard store that cannot be opened is replaced by memory, which is said")
  func memory() async throws {
    #if os(Linux)
      let run = try await folder.run(
        ["--json"], input: ["open /a"], environment: ["XDG_DATA_HOME": "/dev/null"])
      #expect(run.status == 0)
      #expect(try run.lines.last?.stack == ["/a"])
      #expect(run.errors.contains("nothing will be saved"))
    #endif
  }

  @Test("A replay of what is not there, or not sessions, ends with 1 and says why")
  func badReplay() async throws {
    let absent = try await folder.run(["--replay", "absent.tsv"])
    #expect(absent.status == 1)
    #expect(absent.errors == "navstore-demo: The file absent.tsv cannot be read.\n")
    let path = try folder.write("one\ttwo\n", to: "bad.tsv")
    let bad = try await folder.run(["--replay", path])
    #expect(bad.status == 1)
    #expect(bad.errors.hasPrefix("navstore-demo: Line 1 has no fourth column"))
  }
}
