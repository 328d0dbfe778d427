import Foundation
import NavStore

// The rows of whole processes and programs: the time of a launch, its memory, and the size of a
// program.

extension Row {
  static let processLaunch = Row(
    name: "process-launch",
    about: """
      a whole process that opens an existing store, restores a stack of depth 8, prints and ends. \
      The process in the column `baseline` only prints. On Linux, GRDB's program loads Foundation \
      and ICU, and NavStore's program loads only FoundationEssentials.
      """,
    unit: "ms", target: nil,
    contenders: { workspace in
      let sides: [(Side, Program)] = [
        (.navstore, .navStore), (.grdb, .grdb), (.baseline, .nothing),
      ]
      return try sides.map { side, program in
        let file = workspace.file("\(side.rawValue).sqlite").path
        // Starts the program once before the measurement. This start saves the stack that the
        // measured starts restore.
        try program.run(file)
        return Contender(side: side) {
          let start = ContinuousClock.now
          for _ in 0..<launches {
            let depth = try program.run(file)
            precondition(depth == "8", "A side did not restore what was saved.")
          }
          return (ContinuousClock.now - start) / .milliseconds(1) / Double(launches)
        }
      }
    })

  static let memory = Row(
    name: "memory",
    about: """
      the growth of a process's resident set while it opens a store of 1,000,000 visits, restores, \
      and reads 50 recent items. The column `baseline` has the growth at 10,000 visits.
      """,
    unit: "MiB", target: nil,
    contenders: { workspace in
      var contenders: [Contender] = []
      for (side, history) in [(Side.navstore, LargeHistory.large), (.baseline, .small)] {
        let file = workspace.file("\(side.rawValue).sqlite")
        try await history.make(at: file, in: workspace)
        contenders.append(
          Contender(side: side) {
            let bytes = Double(try Program.steps.run("memory", file.path)) ?? .nan
            return bytes / 1_048_576
          })
      }
      return contenders
    })

  static let librarySize = size(
    "library-size", of: "NavStore", .navStore, target: "navstore<=2048",
    " GRDB is measured in the same way.")

  static let librarySizeRouting = size(
    "library-size-routing", of: "NavRouting, including NavStore,", .navRouting,
    target: "navstore<=2458", "")

  private static func size(
    _ name: String, of library: String, _ program: Program, target: Target, _ note: String
  ) -> Row {
    Row(
      name: name,
      about: """
        the size that \(library) adds to a program, optimized and stripped. Swift's own libraries \
        don't count, because they are part of the system on Apple's platforms.\(note)
        """,
      unit: "KiB", target: target,
      contenders: { workspace in
        let empty = try Program.nothing.strippedSize(in: workspace)
        let peer: [(Side, Program)] = program.name == Program.navStore.name ? [(.grdb, .grdb)] : []
        return try ([(.navstore, program)] + peer).map { side, program in
          let added = try program.strippedSize(in: workspace) - empty
          return Contender(side: side) { Double(added) / 1_024 }
        }
      })
  }

  private static let launches = 8
}
