import Foundation
import NavStoreMigrations
import TestSupport
import Testing

@testable import NavStore
@testable import reliability_worker

/// Opens a file of each released schema, because an app's users may have a file of any of them.
///
/// `NAVSTORE_WRITE_FIXTURES=1 swift test --filter GoldenStoreTests` writes the newest schema's file
/// in the folder `Fixtures` again. Do that only before that schema is released.
@Suite struct GoldenStoreTests {
  static let versions = NavStoreMigrations.all.map { Int($0.version) }

  @Test("A store of each released schema opens with all its content", arguments: versions)
  func opens(version: Int) async throws {
    let folder = try TemporaryFolder()
    let url = folder.store
    let isNewest = version == Self.versions.last
    if isNewest, ProcessInfo.processInfo.environment["NAVSTORE_WRITE_FIXTURES"] == "1" {
      try await Self.write(to: url)
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures/v\(version).navstore")
      try Data(contentsOf: url).write(to: source)
      return
    }
    try FileManager.default.copyItem(at: Self.fixture(version: version), to: url)

    let store = try NavStore(url: url)
    #expect(!store.openReport.isNew)
    #expect(store.openReport.quarantinedFile == nil)
    #expect(store.openReport.migratedFrom == (isNewest ? nil : version))
    try await Self.check(store)
  }

  /// Returns the fixture file whose schema has this version.
  static func fixture(version: Int) throws -> URL {
    try #require(
      Bundle.module.url(
        forResource: "v\(version)", withExtension: "navstore", subdirectory: "Fixtures"))
  }

  /// Writes three scenes, two accounts, named stacks, a list with forward entries, a covered visit
  /// and values.
  private static func write(to url: URL) async throws {
    let clock = Locked(Date(timeIntervalSince1970: 1_800_000_000))
    var configuration = NavStore.Configuration()
    configuration.clock = {
      clock.withLock { now in
        now += 60
        return now
      }
    }
    let store = try NavStore(url: url, configuration: configuration)
    let main = try store.session(of: GoldenRoute.self, in: "main")
    main.push(.category("shoes"))
    try await store.flush()
    main.push(contentsOf: [.product(id: 7, tab: nil), .product(id: 8, tab: "reviews")])
    try main.setVisitState(120.5, named: "scroll")
    try await store.flush()
    main.pop()
    main.push(.product(id: 7, tab: "reviews"))
    main.back()
    try main.setVisitState("draft", named: "text")
    try main.setItemState(3, named: "colour")
    try store.save([GoldenRoute.settings], in: "main", stack: "tab 2", account: "ada")
    try store.save([GoldenRoute.category("ü \"/\" 🧭")], in: "second")
    try store.setSceneValue(2, named: "tab", in: "main")
    try store.setSceneValue("left", named: "column", in: "main", account: "ada")
    try store.closeScene("second")
    for id in 0..<40 { main.push(.product(id: id, tab: nil)); main.back() }
    try await store.history(of: GoldenRoute.self, account: nil).setTitle(
      "Żółte buty", for: GoldenRoute.product(id: 7, tab: nil))
    let window = try store.window(in: "third")
    let (left, right) = (
      try store.session(of: GoldenRoute.self, in: "third", stack: "left"),
      try store.session(of: GoldenRoute.self, in: "third", stack: "right")
    )
    try window.select("left")
    left.push(.settings)
    try window.select("right")
    right.replaceRoot(with: .category("root"))
    right.push(.product(id: 7, tab: nil))
    try await store.close()
  }

  /// Checks titles, the list of a window with several stacks, and root routes.
  private static func checkWindow(_ store: NavStore) async throws {
    let found = try await store.history(of: GoldenRoute.self, account: nil).items(.search("zolte"))
    #expect(found.map(\.title) == ["Żółte buty"])
    let window = try store.window(in: "third")
    #expect(window.selectedStack == "right")
    #expect(window.canGoBack)
    let right = try store.session(of: GoldenRoute.self, in: "third", stack: "right")
    #expect(right.root == .category("root"))
    #expect(right.path == [.product(id: 7, tab: nil)])
    #expect(window.back())
    #expect(window.back())
    #expect(window.selectedStack == "left")
    let kept = try await store.history(of: Page.self, account: nil).erase(.kind("settings"))
    #expect(kept > 0)
    #expect(
      try await store.history(of: GoldenRoute.self, account: nil).items(.search("zolte")).count == 1
    )
  }

  static func check(_ store: NavStore) async throws {
    let stack: [GoldenRoute] = [.category("shoes"), .product(id: 7, tab: nil)]
    let main = try store.session(of: GoldenRoute.self, in: "main")
    #expect(main.path == stack)
    #expect(main.restoration.failures.isEmpty)
    #expect(main.restoration.savedAt != nil)
    let list = main.backForward
    #expect(
      list.entries.map(\.route) == [
        nil, .category("shoes"), .product(id: 7, tab: nil), .product(id: 39, tab: nil),
      ])
    #expect(list.index == 2)
    #expect(try main.visitState(String.self, named: "text") == "draft")
    #expect(try main.itemState(Int.self, named: "colour") == 3)
    #expect(
      try store.restore(GoldenRoute.self, in: "main", stack: "tab 2", account: "ada").path
        == [.settings])
    #expect(try store.sceneValue(Int.self, named: "tab", in: "main") == 2)
    #expect(
      try store.sceneValue(String.self, named: "column", in: "main", account: "ada") == "left")

    let scenes = try store.scenes()
    #expect(scenes.map(\.id) == ["main", "third", "second"])
    #expect(scenes.map(\.isOpen) == [true, true, false])
    #expect(
      try store.restore(GoldenRoute.self, in: "second").path == [.category("ü \"/\" 🧭")])

    let recent = try await store.history(of: GoldenRoute.self, account: nil).items(
      .recent(limit: 100))
    #expect(recent.count == 43)
    let seven = try #require(recent.first { $0.id == "Golden.product#7" })
    #expect(seven.visitCount == 4, "Two payloads are one item")
    #expect(seven.kind == "product")
    let visits = try await store.history(of: GoldenRoute.self, account: nil).visits(limit: 100)
    #expect(visits.count == 47)
    let reviews = try #require(visits.first { $0.route == .product(id: 8, tab: "reviews") })
    let whole = try await store.history(of: GoldenRoute.self, account: nil).path(of: reviews)
    #expect(whole.path == stack + [.product(id: 8, tab: "reviews")])

    // A migrated store also accepts changes.
    main.push(.settings)
    try await store.flush()
    #expect(
      try await store.history(of: GoldenRoute.self, account: nil).items(.recent(limit: 1)).first?
        .route
        == .settings)
    try await checkWindow(store)
  }
}

extension NavStore.Configuration {
  /// The configuration of a simulated later build, which has additional schema versions.
  static let later = {
    var configuration = NavStore.Configuration()
    configuration.migrations = LaterSchema.migrations
    return configuration
  }()
}

private enum GoldenRoute: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Golden")

  case category(String)
  case product(id: Int, tab: String?)
  case settings
}
