import Foundation
import Testing

@Suite struct RefusalTests {
  static let commands =
    readingCommands + [
      ["forget", "--everything", "--yes"], ["forget", "--kind", "product", "--erase", "--yes"],
      ["prune", "--count", "0", "--yes"], ["vacuum"],
    ]

  /// A kind of file that commands must refuse if it is at the store's path. The raw value is a part
  /// of the expected error message.
  enum Stranger: String, CaseIterable {
    case newer = "A later version of NavStore wrote this file (schema 99)."
    case foreign = "is a database of another program"
    case text = "is no NavStore file"
    case shortText = "no NavStore file"
    case empty = "is empty"
    case folder = "is a folder"
    case missing = "There is no file at"

    func make(in folder: StoreFolder) throws {
      let path = folder.store
      switch self {
      case .newer: try OtherProgram(path).run("PRAGMA user_version = 99")
      case .foreign:
        try FileManager.default.removeItem(atPath: path)
        try OtherProgram(path).run("CREATE TABLE visit (id)")
      case .text:
        try Data(String(repeating: "A letter to you. ", count: 400).utf8)
          .write(to: URL(fileURLWithPath: path))
      case .shortText: try Data("A note.\n".utf8).write(to: URL(fileURLWithPath: path))
      case .empty: try Data().write(to: URL(fileURLWithPath: path))
      case .folder, .missing:
        try FileManager.default.removeItem(atPath: path)
        if self == .folder {
          try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        }
      }
    }
  }

  @Test(
    "A file that is not a readable store is refused in one sentence, and not changed",
    arguments: Stranger.allCases)
  func refuses(_ stranger: Stranger) async throws {
    let folder = try await StoreFolder.make()
    if stranger != .newer {
      for suffix in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: folder.store + suffix)
      }
    }
    try stranger.make(in: folder)
    let before = try folder.fingerprint()
    for command in Self.commands {
      let run = try ToolRun([command[0], folder.store] + command.dropFirst())
      #expect(run.status == 2, "\(command)")
      #expect(run.complaint.contains(stranger.rawValue), "\(command): \(run.complaint)")
      #expect(run.complaint.split(separator: "\n").count == 1)
      #expect(try folder.fingerprint() == before, "\(command)")
    }
  }

  @Test("stack lists the stacks of the scene if the requested stack doesn't exist")
  func otherStacks() async throws {
    let folder = try await StoreFolder.make()
    let run = try ToolRun("stack", folder.store, "--scene", "main", "--stack", "nothing")
    #expect(run.status == 2)
    #expect(run.complaint.contains("--stack"))
    #expect(run.complaint.contains("second-tab"))
  }

  @Test("check reports damage by its exit status")
  func checks() async throws {
    let folder = try await StoreFolder.make()
    let sound = try ToolRun("check", folder.store)
    #expect(sound.status == 0)
    #expect(sound.output == "The store is sound.\n")
    let other = try OtherProgram(folder.store)
    try other.run("UPDATE route SET payload = '{}' WHERE payload LIKE '%7%'")
    let altered = try ToolRun("check", folder.store)
    #expect(altered.status == 1)
    #expect(altered.output.contains("1 visit whose route is damaged"))
    try other.run("UPDATE stack SET tip = 999 WHERE name = 'second-tab'")
    #expect(try ToolRun("check", folder.store).output.contains("1 stacks whose top visit"))
  }

  @Test("check finds an overwritten page")
  func findsDamage() async throws {
    let folder = try await StoreFolder.make()
    try Self.overwrite(folder.store, page: 5)
    let run = try ToolRun("check", folder.store)
    #expect(run.status == 1)
    #expect(!run.output.isEmpty)
  }

  private static func overwrite(_ path: String, page: UInt64) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: (page - 1) * 4_096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
    try file.close()
  }
}
