import Foundation
import Testing

/// Runs the demo in one process after the other on the same file, as users do.
@Suite struct RelaunchTests {
  let folder: DemoFolder

  init() throws {
    folder = try DemoFolder()
  }

  @Test("After SIGKILL, the demo restores its screen with stack, list and recents")
  func crash() async throws {
    let first = try await folder.json(["open /a", "open /b/1", "crash", "open /never"])
    #expect(first.process.signal == SIGKILL)
    #expect(
      first.rawLines == [
        #"{"command":"restore","ok":true,"scene":"main","stack":[],"entries":["/"],"index":0}"#,
        #"{"command":"open /a","ok":true,"scene":"main","stack":["/a"],"entries":["/","/a"],"#
          + #""index":1}"#,
        #"{"command":"open /b/1","ok":true,"scene":"main","stack":["/a","/b/1"],"#
          + #""entries":["/","/a","/b/1"],"index":2}"#,
      ])

    let second = try await folder.json(["back", "forward", "recent"])
    #expect(second.status == 0)
    #expect(second.errors == "")
    let lines = try second.lines
    try #require(lines.count == 4)
    #expect(lines[0].command == "restore")
    #expect(lines[0].stack == ["/a", "/b/1"])
    #expect(lines[0].entries == ["/", "/a", "/b/1"])
    #expect(lines[0].index == 2)
    #expect(lines[1].stack == ["/a"])
    #expect(lines[1].index == 1)
    #expect(lines[2].stack == ["/a", "/b/1"])
    #expect(
      lines[3].items == [
        .init(path: "/b/1", visits: 1, depth: 2), .init(path: "/a", visits: 1, depth: 1),
      ])
  }

  @Test("A scene that can't be reopened is refused in one line, without a second greeting")
  func refusedReopen() async throws {
    let run = try await folder.run(
      ["--store", folder.store.path], input: ["open /a", "reopen zz", "scene "])
    #expect(
      run.rawLines == [
        "Scene main is new: on the root screen.", "  /", "  / › /a",
        "  There is no closed scene of that key.", "  \"scene\" needs the key of a scene.",
      ])
  }

  @Test("After a kill, forward leads to popped screens, and restoring is not a visit")
  func poppedScreens() async throws {
    _ = try await folder.json(["open /a", "open /b", "open /c", "pop 2", "crash"])
    _ = try await folder.json(["crash"])
    let lines = try await folder.json(["forward", "go 1", "visits"]).lines
    try #require(lines.count == 4)
    #expect(lines[0].stack == ["/a"])
    #expect(lines[0].index == 1)
    #expect(lines[1].stack == ["/a", "/b"])
    #expect(lines[2].stack == ["/a", "/b", "/c"])
    #expect(lines[3].items?.map(\.path) == ["/c", "/b", "/a"])
  }

  @Test("Repeated kills are not a crash loop if the screen was drawn")
  func killedAgainAndAgain() async throws {
    _ = try await folder.json(["open /a", "scene work", "open /w", "crash"])
    for _ in 0..<5 {
      let run = try await folder.json(["scene work", "crash"])
      #expect(run.process.signal != nil)
      #expect(try run.lines.map(\.stack) == [["/a"], ["/w"]])
    }
  }

  @Test("Paths with any content are restored byte for byte")
  func paths() async throws {
    let paths = [
      #"/q"uote'd"#, #"/back\slash\n"#, "/a b  c", "/ü/日本/👩‍👩‍👧", "/e\u{301}", "/\u{301}x",
      "/\u{1}\u{1B}[1m",
      "/a\u{2028}b", "//", "/?q=1&r=%2F#x", "/" + String(repeating: "long", count: 500),
    ]
    _ = try await folder.json(paths.map { "open \($0)" } + ["crash"])
    let lines = try await folder.json([]).lines
    let restored = try #require(lines.first)
    #expect(restored.stack.map { Array($0.utf8) } == paths.map { Array($0.utf8) })
    #expect(restored.entries.count == paths.count + 1)
  }

  @Test("Without --json, the demo prints readable text, without colors in a pipe")
  func text() async throws {
    let store = ["--store", folder.store.path]
    let first = try await folder.run(store, input: ["open /a", "foo", "crash"])
    #expect(
      first.rawLines == [
        "Scene main is new: on the root screen.", "  /", "  / › /a",
        #"  There is no command "foo"; "help" lists them."#,
      ])
    let second = try await folder.run(store, input: ["list", "quit", "open /never"])
    #expect(second.output.hasPrefix("Scene main restored: on /a, depth 1, saved "))
    #expect(second.rawLines.dropFirst().first == "  / › /a")
    #expect(second.output.contains("Recently viewed:\n  /a  1 visit · depth 1 · "))
    #expect(second.output.contains("  0  /\n▸ 1  /a\n"))
    #expect(!second.output.contains("/never"))
    #expect(!second.output.contains("\u{1B}"))
    #expect(second.status == 0)
  }

  @Test("The standard store is in the user's data folder")
  func standardStore() async throws {
    #if os(Linux)
      let environment = ["XDG_DATA_HOME": folder.url.path]
      _ = try await folder.run(["--json"], input: ["open /a"], environment: environment)
      let again = try await folder.run(["--json"], environment: environment)
      #expect(try again.lines.first?.stack == ["/a"])
      let path = folder.url.appendingPathComponent("navstore-demo/NavStore/NavStore.sqlite").path
      #expect(FileManager.default.fileExists(atPath: path))
    #endif
  }

  @Test(
    "A failed save is reported, the demo continues, and earlier changes are restored",
    .disabled(if: isSanitized, "A sanitizer's own files are over the limit too."))
  func fullDisk() async throws {
    _ = try await folder.json(["open /first"])
    // A limit on file sizes simulates a full disk. The first pages of the WAL are below the limit.
    // The output goes through a pipe, because the limit would also apply to an output file.
    let limited = try await folder.run(
      ["--json", "--store", folder.store.path],
      input: (1...60).map { "open /\($0)/" + String(repeating: "x", count: 300) },
      shell: """
        (trap '' XFSZ; ulimit -f 80; "$0" "$@"; echo "status $?" >&2) | cat
        """)
    let lines = try limited.lines
    #expect(lines.count == 61)
    let saved = try #require(lines.last { $0.ok })
    let last = try #require(lines.last)
    #expect(last.error?.isEmpty == false)
    #expect(last.stack.count == 61)
    #expect(limited.errors.contains("The last changes are not saved"))
    #expect(limited.errors.contains("status 1\n"))
    let restored = try #require(try await folder.json([]).lines.first)
    #expect(restored.ok)
    #expect(restored.stack.starts(with: saved.stack))
  }
}

/// Whether the tests were built with the thread or the address sanitizer.
private let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
