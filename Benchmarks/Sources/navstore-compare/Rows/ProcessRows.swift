import Foundation
import NavStore

// Rows of whole processes, without a target.

extension Row {
  static let processLaunch = Row(
    name: "process-launch",
    about: """
      a whole process: start, open an existing store, restore depth 8, print, end. The baseline \
      only prints. On Linux, GRDB's program loads Foundation and with it ICU, NavStore's only \
      FoundationEssentials.
      """,
    unit: "ms", target: nil,
    contenders: { workspace in
      let sides: [(Side, Program)] = [
        (.navstore, .navStore), (.grdb, .grdb), (.baseline, .nothing),
      ]
      return try sides.map { side, program in
        let file = workspace.file("\(side.rawValue).sqlite").path
        // The first start saves the stack that the other starts restore.
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
      what the resident set of a process grows by when it opens a store of 1,000,000 visits, \
      restores, and reads 50 recent items; the baseline is the same at 10,000 visits.
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
    "; GRDB: the same for the same program on GRDB")

  static let librarySizeRouting = size(
    "library-size-routing", of: "NavRouting, with NavStore in it,", .navRouting,
    target: "navstore<=2458", "")

  private static func size(
    _ name: String, of library: String, _ program: Program, target: Target, _ note: String
  ) -> Row {
    Row(
      name: name,
      about: """
        what \(library) adds to a program: its size, optimised and stripped, less that of \
        one without. Swift's own libraries are not in either, as on Apple's systems, where they \
        are part of the system\(note).
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
