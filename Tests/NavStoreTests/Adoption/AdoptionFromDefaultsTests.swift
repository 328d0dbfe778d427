#if canImport(Darwin)
  import Foundation
  import Testing

  @testable import NavStore

  @Suite("Import from UserDefaults")
  struct AdoptionFromDefaultsTests {
    private let name = "NavStoreTests-\(UUID().uuidString)"

    @Test("Only data and strings are imported, and the key is removed after confirmation")
    func defaults() async throws {
      let defaults = try #require(UserDefaults(suiteName: name))
      defer { defaults.removePersistentDomain(forName: name) }
      defaults.set(#"[{"name":"a"}]"#, forKey: "text")
      defaults.set(Data(#"["MyApp.Page","{\"name\":\"b\"}"]"#.utf8), forKey: "path")
      defaults.set(7, forKey: "number")

      let temporary = try TemporaryStore()
      func restore(
        _ scene: String, _ source: NavLegacyState<Page>
      ) throws -> NavRestoration<Page> {
        try temporary.store.restore(Page.self, in: scene, migratingFrom: source)
      }
      let text = NavLegacyState<Page>.userDefaults(defaults, key: "text")
      #expect(try restore("1", text).stack == ["a"])
      #expect(try restore("2", .navigationPath(userDefaults: defaults, key: "path")).stack == ["b"])
      let number = try restore("3", .userDefaults(defaults, key: "number"))
      #expect(number.failures.map(\.cause) == [.unreadable])
      let missing = try restore("4", .userDefaults(defaults, key: "missing"))
      #expect(missing.failures.isEmpty)

      try temporary.store.save([Page("a")], in: "1")
      try await temporary.relaunch()
      let session = try temporary.store.session(of: Page.self, in: "1", adopting: text)
      #expect(defaults.object(forKey: "text") != nil)
      try await session.confirmRestore()
      #expect(defaults.object(forKey: "text") == nil)
      #expect(defaults.object(forKey: "path") != nil)
    }
  }
#endif
