import Foundation
import NavStore

// The rows of a store with 10,000 scenes, compared with a store with one scene. Each scene has a
// stack of depth 8.

extension Row {
  static let scenesRestore = Row(
    name: "scenes-restore",
    about: """
      opening a store of 10,000 scenes and restoring one of them. The column `baseline` has the time \
      for a store of one scene.
      """,
    unit: "us", target: nil,
    contenders: { workspace in
      try await sides(in: workspace) { side, scenes, file in
        var index = 0
        return Contender(side: side) {
          var watch = Stopwatch()
          for _ in 0..<32 {
            // Adds a prime number, so that consecutive restores are of scenes in distant parts of
            // the file.
            index = (index + 7_919) % scenes.count
            let (store, stack) = try watch.measure {
              let store = try NavStore(url: file)
              return (
                store, try store.restore(Screen.self, in: NavScene(id: scenes.key(index))).path
              )
            }
            scenes.check(stack, of: index)
            try await store.close()
          }
          return watch.microseconds
        }
      }
    })

  static let scenesCommit = Row(
    name: "scenes-commit",
    about: """
      committing one navigation to a known route in a store of 10,000 scenes. The column `baseline` \
      has the time for a store of one scene.
      """,
    unit: "us", target: nil,
    contenders: { workspace in
      try await sides(in: workspace) { side, scenes, file in
        let scene = scenes.count / 2
        let stack = scenes.stack(scene)
        var commits = CommitSample(
          store: try NavStore(url: file), scene: scenes.key(scene), base: stack.dropLast()
        ) { stack[$0 % stack.count] }
        return Contender(side: side) { try commits.sample() }
      }
    })

  private static func sides(
    in workspace: Workspace, _ make: (Side, SampleScenes, URL) throws -> Contender
  ) async throws -> [Contender] {
    var sides: [Contender] = []
    for (side, count) in [(Side.navstore, 10_000), (.baseline, 1)] {
      let scenes = SampleScenes(count: count)
      let file = workspace.file("\(side.rawValue).sqlite")
      try await scenes.make(at: file)
      sides.append(try make(side, scenes, file))
    }
    return sides
  }
}
