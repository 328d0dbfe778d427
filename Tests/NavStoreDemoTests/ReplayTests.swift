import Foundation
import TestSupport
import Testing

@Suite struct ReplayTests {
  let folder: DemoFolder

  init() throws {
    folder = try DemoFolder()
  }

  private struct Result: Decodable {
    let sessions: Int
    let pushes: Int
    let pops: Int
    let verified: Int
    let mismatches: Int
    let microsecondsPerNavigation: Double
    let bytesPerVisit: Double
  }

  /// A session that opens 60 screens and then has 55 pops, more than its list has entries.
  private static let deep =
    (1...60).map { "N\($0)" }.joined(separator: ";") + String(repeating: ";<", count: 55)

  private static let small = """
    # user, time, duration, path, target, how it ended
    u\t1\t2\tA;B;<;C;<;<;D\tx\trestart

    u\t1\t2\tAlone\tx\trestart
    v\t1\t2\tA;A;<;A\tx\ttimeout
    v\t1\t2\t\(deep)\tx\ttimeout

    """

  private func replay(_ path: String, _ more: [String] = []) async throws -> (Result, DemoRun) {
    let run = try await folder.run(["--replay", path, "--json"] + more)
    #expect(run.errors == "")
    return (try JSONDecoder().decode(Result.self, from: Data(run.output.utf8)), run)
  }

  @Test("A small file is replayed, and each of its scenes is verified")
  func small() async throws {
    let path = try folder.write(Self.small, to: "small.tsv")
    let (result, run) = try await replay(path, ["--store", folder.store.path])
    #expect(run.status == 0)
    #expect(result.sessions == 4)
    #expect(result.pushes == 4 + 1 + 3 + 60)
    #expect(result.pops == 3 + 1 + 55)
    #expect(result.verified == 4)
    #expect(result.mismatches == 0)
    #expect(result.microsecondsPerNavigation > 0)
    #expect(result.bytesPerVisit > 0)
    #expect(
      run.output.hasPrefix(
        #"{"sessions":4,"pushes":68,"pops":59,"verified":4,"mismatches":0,"#
          + #""microsecondsPerNavigation":"#))

    let lines = try await folder.json(["scene r00001", "scene r00002", "scene r00004"]).lines
    try #require(lines.count == 4)
    #expect(lines[1].stack == ["/D"])
    #expect(lines[1].entries == ["/", "/D"])
    #expect(lines[2].stack == ["/Alone"])
    #expect(lines[3].stack == (1...5).map { "/N\($0)" })
    #expect(lines[3].entries.count == 50)
    #expect(lines[3].index == 0)
  }

  @Test("A file without sessions is replayed without a mismatch")
  func empty() async throws {
    let path = try folder.write("# no sessions\n", to: "empty.tsv")
    let (result, run) = try await replay(path)
    #expect(run.status == 0)
    #expect(result.sessions == 0)
    #expect(result.mismatches == 0)
    #expect(result.bytesPerVisit == 0)
  }

  @Test("A replay into a store that is in use is refused, and changes nothing")
  func usedStore() async throws {
    let path = try folder.write(Self.small, to: "small.tsv")
    _ = try await folder.json(["open /mine"])
    let run = try await folder.run(["--replay", path, "--store", folder.store.path])
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors.contains("is in use; a replay needs a new one."))
    let lines = try await folder.json(["scenes"]).lines
    #expect(lines.last?.scenes == [.init(key: "main", open: true, depth: 1)])
  }

  @Test("The temporary store is deleted after a replay, and the result is printed as a table")
  func temporaryStore() async throws {
    let path = try folder.write(Self.small, to: "small.tsv")
    let temporary = folder.url.appendingPathComponent("tmp")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    let run = try await folder.run(
      ["--replay", path], environment: ["TMPDIR": temporary.path + "/"])
    #expect(run.status == 0)
    #expect(
      run.rawLines.prefix(2) == [
        "sessions                     4", "pushes                       68",
      ])
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
  }

  @Test(
    "Real sessions are restored without a mismatch",
    .enabled(if: SharedSessions.url != nil, "the shared sessions are not next to the package"))
  func realSessions() async throws {
    let url = try #require(SharedSessions.url)
    let isWhole = isSoak
    let path = isWhole ? url.path : try folder.write(SharedSessions.excerpt(300), to: "300.tsv")
    let (result, run) = try await replay(path)
    #expect(run.status == 0)
    #expect(result.mismatches == 0)
    #expect(result.verified == result.sessions)
    #expect(result.sessions == (isWhole ? 12_438 : 300))
    guard isWhole else { return }
    #expect(result.pushes == 57_564)
    #expect(result.pops == 6_269)
    #expect(result.bytesPerVisit <= 100)
  }
}

/// Recorded sessions in the folder `shared` next to the package, if it exists. They are not part of
/// the package, because no license is stated for them.
private enum SharedSessions {
  static let url: URL? = {
    let url = Sources.root.deletingLastPathComponent()
      .appendingPathComponent("shared/data/wikispeedia-sessions.tsv")
    return FileManager.default.fileExists(atPath: url.path) ? url : nil
  }()

  static func excerpt(_ count: Int) throws -> String {
    guard let url else { return "" }
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    return lines.filter { !$0.hasPrefix("#") }.prefix(count).joined(separator: "\n")
  }
}
