import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A route type that was changed after an app saved its legacy state. The case `home` was renamed
/// to `start`, and the value of `item` got the label `id`.
enum EvolvedScreen: NavRoute {
  static let coding: NavCoding<Self> = .codable(renaming: ["home": "start"], version: 2) {
    json, _ in
    json["item"]?.rename("_0", to: "id")
  }
  case start
  case item(id: Int)

  private enum CodingKeys: String, CodingKey { case start, item }
  private enum ItemKeys: CodingKey { case id }

  init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      guard name == "start" else { throw Flaky.Refusal() }
      self = .start
    } else {
      let item = try decoder.container(keyedBy: CodingKeys.self)
        .nestedContainer(keyedBy: ItemKeys.self, forKey: .item)
      self = .item(id: try item.decode(Int.self, forKey: .id))
    }
  }
}

@Suite("Import of legacy state: renamed routes and failures")
struct AdoptionFailureTests {
  private let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  private var store: NavStore { temporary.store }

  @Test("Legacy routes are decoded with renamed cases and upgrade steps, in any JSON layout")
  func evolution() throws {
    let data = Data(
      """
      [ "home",
        { "item" : { "_0" : 7 } } ]
      """.utf8)
    let restored = try store.restore(EvolvedScreen.self, in: "main", migratingFrom: .json(data))
    #expect(restored.path == [.start, .item(id: 7)])
  }

  @Test("An undecodable legacy route is handled by the policy, but .fail doesn't throw")
  func policies() throws {
    let data = Data(#"[{"name":"a"},{"nom":"b"},{"name":"c"}]"#.utf8)
    let undecodable = NavRestorationFailure(
      position: 1, typeName: "Page", version: nil, cause: .undecodable)
    let onLost = NavRestorationFailure(
      position: 2, typeName: "Page", version: nil, cause: .aboveFailure)
    typealias Case = (
      salvage: NavUndecodablePolicy<Page>, stack: [Page], failures: [NavRestorationFailure]
    )
    let cases: [Case] = [
      (.keepValidPrefix, ["a"], [undecodable, onLost]),
      (.substitute { _ in "?" }, ["a", "?", "c"], [undecodable]),
      (.substitute { _ in nil }, ["a", "c"], [undecodable]),
      (.resetToRoot, [], [undecodable, onLost]),
      (.fail, [], [undecodable, onLost]),
    ]
    for (index, (salvage, stack, failures)) in cases.enumerated() {
      let restored = try store.restore(
        Page.self, in: "main", stack: "\(index)", onUndecodable: salvage,
        migratingFrom: .json(data))
      #expect(restored.path == stack)
      #expect(restored.failures == failures)
    }
  }

  @Test("Malformed legacy data is reported, and the app starts at its root screen")
  func undecodable() throws {
    let texts = ["", "garbage", #"{"stack":[{"name":"secret"}]}"#, #"[{"name":"secret"}"#, "null"]
    for (index, text) in texts.enumerated() {
      let restored = try store.restore(
        Page.self, in: NavScene(id: "scene \(index)"), migratingFrom: .json(Data(text.utf8)))
      #expect(restored.path == [])
      #expect(restored.failures.map(\.cause) == [.undecodable])
      #expect(!String(reflecting: restored.failures).contains("secret"))
    }
  }

  @Test("An unreadable legacy file is a failure; a missing file and an empty path are not")
  func nothingThere() throws {
    func failures(
      _ scene: String, _ source: NavLegacyState<Page>
    ) throws -> [FailureCause] {
      let restored = try store.restore(Page.self, in: NavScene(id: scene), migratingFrom: source)
      #expect(restored.path == [])
      return restored.failures.map(\.cause)
    }
    let missing = temporary.folder.appendingPathComponent("missing.json")
    #expect(try failures("1", .json(nil)) == [])
    #expect(try failures("2", .json(file: missing)) == [])
    #expect(try failures("3", .custom { nil }) == [])
    #expect(try failures("4", .json(file: temporary.folder)) == [.unreadable])
    #expect(try failures("5", .custom { throw Flaky.Refusal() }) == [.unreadable])
    #expect(try failures("6", .json(Data("[]".utf8))) == [])
  }

  @Test("A closure that reads legacy state may use the store")
  func custom() async throws {
    let store = store
    try store.save([Page("x"), "y"], in: "legacy")
    let restored = try store.restore(
      Page.self, in: "main",
      migratingFrom: .custom { try store.restore(Page.self, in: "legacy").path })
    #expect(restored.path == ["x", "y"])
    // The store retains the closure, which retains the store, so neither is deallocated. Closing
    // the store at least releases its file.
    try await store.close()
  }
}
