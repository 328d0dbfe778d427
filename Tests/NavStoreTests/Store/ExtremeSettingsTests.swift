import Foundation
import NavStoreInspection
import Testing

@testable import NavStore

/// Settings at the limits of their types. The store uses the nearest allowed value instead of such
/// a setting.
@Suite("Extreme settings")
struct ExtremeSettingsTests {
  private static let settings:
    [(name: String, set: @Sendable (inout NavStore.Configuration, Int) -> Void)] =
      [
        ("busyTimeout", { $0.busyTimeout = .milliseconds($1) }),
        ("closedScenes.count", { $0.closedScenes.count = $1 }),
        ("closedScenes.age", { $0.closedScenes.age = .seconds($1) }),
        ("retention.age", { $0.retention.age = .seconds($1) }),
        ("retention.count", { $0.retention.count = $1 }),
        ("crashLimit", { $0.crashLimit = $1 }),
      ]

  @Test(
    "A timeout is rounded up to milliseconds, between zero and one day",
    arguments: [
      (Duration.zero, 0), (.seconds(-1), 0), (.seconds(Int64.min), 0), (.nanoseconds(1), 1),
      (.microseconds(1_500), 2), (.milliseconds(2), 2), (.seconds(2), 2_000),
      (.seconds(86_400), 86_400_000), (.seconds(Int64.max), 86_400_000),
    ])
  func timeout(_ timeout: Duration, _ milliseconds: Int) {
    var configuration = NavStore.Configuration()
    configuration.busyTimeout = timeout
    #expect(configuration.busyTimeoutMilliseconds == milliseconds)
  }

  @Test("No setting traps, in a file or in memory", arguments: settings.indices)
  func ends(_ index: Int) async throws {
    for value in [Int.min, -1, 0, 1, .max] {
      let folder = try DamageFolder()
      let set = Self.settings[index].set
      let configuration = folder.configuration { set(&$0, value) }
      for store in [
        try NavStore(url: folder.url, configuration: configuration),
        NavStore(inMemory: configuration),
      ] {
        try await use(store)
        try await store.close()
      }
      _ = try NavStore(url: folder.url, configuration: configuration)
        .restore(Page.self, in: "main")
    }
  }

  /// Calls the functions of a store. Any error of the type `NavStore.Error` is accepted.
  private func use(_ store: NavStore) async throws {
    func attempt(_ body: () async throws -> Void) async throws {
      do { try await body() } catch is NavStore.Error {}
    }
    try await attempt { try store.save(["a", "b", "c"] as [Page], in: "main") }
    try await attempt {
      let session = try store.session(of: Page.self, in: "main")
      session.push("d")
      session.back()
      session.forward()
      session.setTitle("A title")
      try session.setVisitState(7, named: "scroll")
      try await store.flush()
    }
    try await attempt { _ = try store.window(in: "main").select("other") }
    try await attempt { try store.setSceneValue(1, named: "tab", in: "main") }
    try await attempt { _ = try store.closeScene("main") }
    try await attempt { try store.save(["e"] as [Page], in: "second") }
    try await attempt { _ = try await store.history(of: Page.self, account: nil).items() }
    try await attempt {
      _ = try await store.history(of: Page.self, account: nil).items(.frequent())
    }
    try await attempt { _ = try await store.prune() }
    try await attempt {
      _ = try await store.history(of: Page.self, account: nil).erase(.item(Page("a")))
    }
  }
}
