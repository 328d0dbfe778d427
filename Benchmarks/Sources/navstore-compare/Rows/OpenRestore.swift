import Floors
import Foundation
import NavStore
import Peers

extension Row {
  static let openRestore = Row(
    name: "open-restore",
    about: """
      opening an existing store and restoring a stack of depth 8, with the files in the system's \
      cache. Closing runs on other threads and is not measured. GRDB opens a DatabasePool with its \
      migrator, and reads one record with the stack as JSON.
      """,
    unit: "us",
    target: "ratioToGRDB<=0.65",
    contenders: { workspace in
      let scenes = SampleScenes()
      // Each side has a file of its own, so that no side opens a file that another side has open.
      let file = workspace.file("navstore.sqlite")
      let floorFile = workspace.file("floor.sqlite")
      let grdbFile = workspace.file("grdb.sqlite")
      try await scenes.make(at: file)
      try await scenes.make(at: floorFile)
      try GRDBStacks.make(scenes, at: grdbFile)
      return [
        Contender(side: .navstore) {
          try await OneProcessor.run {
            var watch = Stopwatch()
            for index in 0..<repetitions {
              let (store, stack) = try watch.measure {
                let store = try NavStore(url: file)
                return (
                  store, try store.restore(Screen.self, in: NavScene(id: scenes.key(index))).path
                )
              }
              scenes.check(stack, of: index)
              OneProcessor.wait { try await store.close() }
            }
            return watch.microseconds
          }
        },
        Contender(side: .floor) {
          try await OneProcessor.run {
            var watch = Stopwatch()
            for index in 0..<repetitions {
              let (floor, stack) = try watch.measure {
                let floor = try StackFloor(floorFile)
                return (floor, try floor.restore(scenes.key(index)))
              }
              scenes.check(stack, of: index)
              OneProcessor.wait { floor.close() }
            }
            return watch.microseconds
          }
        },
        Contender(side: .grdb) {
          try await OneProcessor.run {
            var watch = Stopwatch()
            for index in 0..<repetitions {
              let (stacks, stack) = try watch.measure {
                let stacks = try GRDBStacks(grdbFile)
                return (stacks, try stacks.restore(scenes.key(index)))
              }
              scenes.check(stack, of: index)
              OneProcessor.wait { try stacks.close() }
            }
            return watch.microseconds
          }
        },
      ]
    })

  private static let repetitions = 32
}
