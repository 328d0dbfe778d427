import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// Calls, binding writes, tab switches, sheets, deep links, sign-outs and relaunches in random
/// order. The routers must have the paths of plain arrays. The file must have the stored part of
/// each path.
@MainActor
@Suite struct InterleavingTests {
  @Test("Arrays, routers and the file agree after random operations")
  func interleavings() async throws {
    let steps = isSoak ? 100_000 : 2_000
    var world = try World(random: .make())
    for step in 1...steps {
      try await world.step()
      try world.takeLinks(step)
      try world.compareRouters(step)
      if step.isMultiple(of: 25) { try await world.compareFile(step) }
    }
    try await world.compareFile(steps)
    try await world.store.close()
    for suffix in ["", "-wal"] {
      let url = URL(fileURLWithPath: world.folder.path() + suffix)
      guard let bytes = try? Data(contentsOf: url) else { continue }
      #expect(bytes.range(of: Data("never-on-disk".utf8)) == nil, "seed \(world.random.seed)")
    }
  }
}

extension InterleavingTests.World {
  private typealias Model = InterleavingTests.Model
  private typealias Tab = InterleavingTests.Tab

  func compareRouters(_ step: Int) throws {
    let place: Comment = "step \(step), seed \(random.seed)"
    try #require(window.account ?? "" == account, place)
    let models = stacks[account] ?? [:]
    guard !account.isEmpty else {
      let model = models["signIn"] ?? Model()
      try #require(signIn.path == model.path, place)
      return
    }
    try #require(tabs.selection == selections[account, default: .one], place)
    for tab in Tab.allCases {
      let model = models["tab:tabs.\(tab.rawValue)"] ?? Model()
      try #require(tabs[tab].path == model.path, place)
    }
    let model = models["sheet:sheet"] ?? Model()
    try #require(sheet.item == model.root, place)
    try #require(sheet.router.path == model.path, place)
  }

  /// Compares the content of the file, which another store reads, with the models.
  func compareFile(_ step: Int) async throws {
    let place: Comment = "step \(step), seed \(random.seed)"
    try await store.flush()
    let other = try folder.relaunch()
    for key in accounts + [""] {
      let account = key.isEmpty ? nil : key
      for (name, model) in stacks[key] ?? [:] {
        let found = try other.restore(
          SecretRoute.self, in: "main", stack: name, account: account.orSignedOut)
        try #require(found.failures.isEmpty, place)
        try #require(Model(root: found.root, path: found.path) == model.projection, place)
      }
      let selected = try other.sceneValue(
        Tab.self, named: "tab:tabs.selected", in: "main", account: account.orSignedOut)
      try #require((selected ?? .one) == selections[key, default: .one], place)
    }
  }
}
