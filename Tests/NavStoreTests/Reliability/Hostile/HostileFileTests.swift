import Foundation
import TestSupport
import Testing

@testable import NavStore

/// Hostile files, which must not cause a trap, a hang or unlimited memory.
///
/// A separate process uses each file in every way that an app uses a store: see `HostileUse`.
@Suite struct HostileFileTests {
  private static let groups: [(name: String, files: [HostileFile])] = [
    ("schemas", HostileFile.schemas), ("numbers", HostileFile.numbers),
    ("lists", HostileFile.lists), ("large", HostileFile.large), ("text", HostileFile.text),
    ("pages", HostileFile.pages), ("many", HostileFile.many),
  ]

  /// The limit of a call's processor time, in milliseconds. The limit rises by 1 ms for each page
  /// of the file and for every ten removed visits.
  ///
  /// The limit is three times what the longest call takes in a debug build, because a shared
  /// machine takes a multiple of the time for the same work.
  private static let longestCall = 9_000

  /// The limit of a process's memory, in MiB. The limit rises by the size of the file, by at most
  /// 32 MiB, because an erasure rewrites up to 32 MiB in memory.
  private static let mostMemory = 72

  @Test("No hostile file makes the library trap, hang or use unlimited memory", arguments: 0..<7)
  func files(group: Int) async throws {
    let (name, files) = Self.groups[group]
    let folder = try TemporaryFolder()
    let intact = folder.file("intact.sqlite")
    try await HostileEditor.makeIntact(at: intact)
    var urls: [URL] = []
    for (number, file) in files.enumerated() {
      let url = folder.file("\(number).sqlite")
      try FileManager.default.copyItem(at: intact, to: url)
      do {
        try file.change(HostileEditor(url: url))
      } catch {
        Issue.record("\(file.name): cannot be made: \(error)")
      }
      urls.append(url)
    }
    let sizes = try urls.map { url in
      try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
    }
    let uses = try await HostileUses(of: urls)
    #expect(uses.count == files.count)
    for (index, use) in uses.enumerated() {
      Self.check(use, of: files[index], bytes: sizes[index])
    }
    let calls = uses.flatMap(\.calls)
    print(
      "hostile \(name): \(files.count) files, \(calls.count) calls, the longest "
        + "\(calls.map(\.milliseconds).max() ?? 0) ms, at most "
        + "\(uses.compactMap(\.peakMebibytes).max() ?? 0) MiB")
  }

  @Test("Control: a trap, a hang and unlimited memory are found")
  func plantedFaults() async throws {
    let names = ["planted-trap", "planted-hang", "planted-memory", "planted-trap"]
    let uses = try await HostileUses(of: names.map { URL(fileURLWithPath: "/none/" + $0) })
    #expect(uses.count == 4)
    #expect(uses.map(\.trappedIn) == ["planted-trap", nil, nil, "planted-trap"])
    #expect(uses.count < 2 || uses[1].calls.first?.milliseconds ?? 0 >= 1_000)
    #if os(Linux)
      #expect(uses.count < 3 || uses[2].calls.first?.mebibytes ?? 0 > Self.mostMemory)
    #endif
  }

  private static func checkCosts(_ use: HostileUses.Use, of file: HostileFile, bytes: Int) {
    for call in use.calls {
      #expect(
        call.milliseconds <= longestCall + bytes / 4_096 + file.visits / 10,
        "\(file.name): \(call.name) \(call.milliseconds) ms")
    }
    let most = mostMemory + min(bytes / 1_048_576, 32)
    let overMemory = use.calls.first { $0.mebibytes > most }
    #expect(
      overMemory == nil,
      "\(file.name): \(overMemory?.name ?? "") \(overMemory?.mebibytes ?? 0) MiB")
    #expect(use.peakMebibytes ?? 0 <= most, "\(file.name): \(use.peakMebibytes ?? 0) MiB")
  }

  private static func check(_ use: HostileUses.Use, of file: HostileFile, bytes: Int) {
    #expect(use.trappedIn == nil, "\(file.name): trapped in \(use.trappedIn ?? "")")
    for call in use.calls {
      #expect(call.outcome != "untyped", "\(file.name): \(call.name)")
    }
    if !isSanitized { checkCosts(use, of: file, bytes: bytes) }
    let open = use.calls.first { $0.name == "open" }
    // If SQLite's check reaches the work limit before it ends or finds damage, opening throws
    // `limitReached` and leaves the file unchanged.
    let isStopped = file.opening == .either && open?.outcome == "limitReached"
    #expect(open?.outcome == "ok" || isStopped, "\(file.name): \(open?.outcome ?? "not opened")")
    let isQuarantined = use.calls.contains { $0.name.hasPrefix("quarantined") }
    switch file.opening {
    case .opens: #expect(!isQuarantined, "\(file.name): quarantined")
    case .quarantined: #expect(isQuarantined, "\(file.name): not quarantined")
    case .either: break
    }
  }
}
