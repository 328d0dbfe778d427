import Floors
import Foundation
import NavStore

extension Row {
  static let restoreDepth8 = Row(
    name: "restore-depth-8",
    about: """
      restoring a stack of depth 8 from an open store. 64 scenes take turns, and the store keeps \
      only the last 8 in memory, so each stack is read from the file into a new session.
      """,
    unit: "us",
    target: "ratioToFloor<=1.3",
    contenders: { workspace in
      let scenes = SampleScenes()
      let file = workspace.file("store.sqlite")
      try await scenes.make(at: file)
      let store = try NavStore(url: file)
      let floor = try StackFloor(file)
      for index in 0..<scenes.count {
        let key = scenes.key(index)
        scenes.check(try store.restore(Screen.self, in: NavScene(id: key)).path, of: index)
        scenes.check(try floor.restore(key), of: index)
      }
      return [
        Contender(side: .navstore) {
          var watch = Stopwatch()
          try watch.measure(repeating: 512) { index in
            let stack = try store.restore(Screen.self, in: NavScene(id: scenes.key(index))).path
            precondition(stack.count == scenes.depth)
          }
          return watch.microseconds
        },
        Contender(side: .floor) {
          var watch = Stopwatch()
          try watch.measure(repeating: 512) { index in
            let stack = try floor.restore(scenes.key(index))
            precondition(stack.count == scenes.depth)
          }
          return watch.microseconds
        },
      ]
    })
}
