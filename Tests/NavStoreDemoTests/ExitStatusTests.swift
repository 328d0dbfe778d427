import Foundation
import Testing

@Suite struct ExitStatusTests {
  let folder: DemoFolder

  init() throws {
    folder = try DemoFolder()
  }

  @Test("Misuse exits with status 2, and prints the usage on standard error only")
  func misuse() async throws {
    for arguments in [["--store"], ["--frob"], ["open", "/a"], ["--json=yes"]] {
      let run = try await folder.run(arguments)
      #expect(run.status == 2)
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("navstore-demo: "))
      #expect(run.errors.contains("\nusage: navstore-demo "))
    }
  }

  @Test("Help exits with status 0 and opens no store")
  func help() async throws {
    let run = try await folder.run(["--help", "--store", folder.store.path])
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("usage: navstore-demo "))
    #expect(!FileManager.default.fileExists(atPath: folder.store.path))
  }

  @Test("A store that can't be opened causes exit status 1 and one sentence")
  func unopenable() async throws {
    let run = try await folder.run(["--json", "--store", folder.url.path])
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors.contains("cannot be opened: The file is a folder. "))
  }

  @Test("A text file passed as --store is refused and not changed")
  func diary() async throws {
    let text = String(repeating: "Dear diary, today I had an apple. ", count: 300)
    let path = try folder.write(text, to: "diary.txt")
    let run = try await folder.run(["--json", "--store", path], input: ["open /a", "forget /a"])
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors.contains("cannot be opened"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.filter { $0.hasPrefix("diary") } == ["diary.txt"])
  }

  @Test("A text file at the standard store's path is renamed, and forgetting does not delete it")
  func diaryInStandardPlace() async throws {
    #if os(Linux)
      let data = folder.url.appendingPathComponent("data")
      let place = data.appendingPathComponent("navstore-demo/NavStore")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      let text = String(repeating: "Dear diary, today I had an apple. ", count: 300)
      let file = place.appendingPathComponent("NavStore.sqlite")
      try Data(text.utf8).write(to: file)
      let run = try await folder.run(
        ["--json"], input: ["open /a", "open /b", "forget /a"],
        environment: ["XDG_DATA_HOME": data.path])
      #expect(run.status == 0)
      #expect(try run.lines.last?.stack == ["/a", "/b"], "The shown screens are kept")
      #expect(try String(contentsOfFile: file.path + ".corrupt-1", encoding: .utf8) == text)
      let again = try await folder.run(["--json"], environment: ["XDG_DATA_HOME": data.path])
      #expect(try again.lines.first?.stack == ["/b"])
    #endif
  }

  @Test("A damaged store is quarantined and reported, and the demo continues")
  func damaged() async throws {
    _ = try await folder.json(["open /b"])
    let bytes = try FileHandle(forWritingTo: folder.store)
    try bytes.seek(toOffset: 100)
    try bytes.write(contentsOf: Data("not a database any more".utf8))
    try bytes.close()
    let run = try await folder.json(["open /a"])
    #expect(run.status == 0)
    #expect(try run.lines.last?.stack == ["/a"])
    #expect(run.errors.contains("store.sqlite.corrupt-1"))
  }

  @Test("A standard store that can't be opened is replaced by memory, with exit status 1")
  func memory() async throws {
    #if os(Linux)
      let run = try await folder.run(
        ["--json"], input: ["open /a"], environment: ["XDG_DATA_HOME": "/dev/null"])
      #expect(run.status == 1)
      #expect(try run.lines.last?.stack == ["/a"])
      #expect(run.errors.contains("nothing will be saved"))
    #endif
  }

  @Test("A replay of a missing or invalid file exits with status 1 and a reason")
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
