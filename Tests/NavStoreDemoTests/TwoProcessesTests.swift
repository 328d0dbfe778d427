import Foundation
import Testing

@Suite struct TwoProcessesTests {
  let folder: DemoFolder

  init() throws {
    folder = try DemoFolder()
  }

  private func fill(_ scene: String, _ prefix: String, count: Int) async throws -> DemoRun {
    try await folder.json(["scene \(scene)"] + (1...count).map { "open /\(prefix)/\($0)" })
  }

  @Test("Two processes on one file fill two scenes at once without losing a commit")
  func twoScenes() async throws {
    let count = 200
    async let runA = fill("a", "a", count: count)
    async let runB = fill("b", "b", count: count)
    let (a, b) = try await (runA, runB)
    let pathsA = (1...count).map { "/a/\($0)" }
    let pathsB = (1...count).map { "/b/\($0)" }
    for (run, paths) in [(a, pathsA), (b, pathsB)] {
      #expect(run.status == 0)
      #expect(run.errors == "")
      let lines = try run.lines
      #expect(lines.count == count + 2)
      #expect(lines.allSatisfy { $0.ok }, "\(lines.first { !$0.ok }?.error ?? "")")
      #expect(lines.last?.stack == paths)
    }

    let after = try await folder.json([
      "scene a", "scene b", "scenes", "visits 1000", "recent 1000",
    ])
    let lines = try after.lines
    try #require(lines.count == 6)
    for (line, paths) in [(lines[1], pathsA), (lines[2], pathsB)] {
      #expect(line.stack == paths)
      #expect(line.entries == Array(paths.suffix(50)))
      #expect(line.index == 49)
    }
    #expect(
      lines[3].scenes?.sorted { $0.key < $1.key } == [
        .init(key: "a", open: true, depth: count), .init(key: "b", open: true, depth: count),
      ])
    let visits = try #require(lines[4].items)
    #expect(visits.count == 2 * count)
    #expect(visits.map(\.path).filter { $0.hasPrefix("/a/") } == pathsA.reversed())
    #expect(visits.map(\.path).filter { $0.hasPrefix("/b/") } == pathsB.reversed())
    let recent = try #require(lines[5].items)
    #expect(Set(recent.map(\.path)) == Set(pathsA + pathsB))
    #expect(recent.allSatisfy { $0.visits == 1 })
  }

  @Test("Two processes in one scene leave one of the two stacks, and the visits of both")
  func oneScene() async throws {
    let count = 50
    async let runA = fill("main", "a", count: count)
    async let runB = fill("main", "b", count: count)
    let (a, b) = try await (runA, runB)
    #expect(a.status == 0 && b.status == 0)
    let lines = try await folder.json(["visits 1000", "recent 1000"]).lines
    try #require(lines.count == 3)
    let lastStacks = [try a.lines.last?.stack, try b.lines.last?.stack]
    #expect(lastStacks.contains(lines[0].stack))
    let expected = (1...count).map { "/a/\($0)" } + (1...count).map { "/b/\($0)" }
    #expect(lines[1].items?.map(\.path).sorted() == expected.sorted())
    #expect(lines[2].items?.map(\.path).sorted() == expected.sorted())
  }
}
