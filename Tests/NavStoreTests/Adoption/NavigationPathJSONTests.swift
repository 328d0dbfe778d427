import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A namespace, so that the full name of the route type in it is `Legacy.Screen`. Most apps nest
/// their types.
enum Legacy {
  enum Screen: NavRoute {
    static let coding: NavCoding<Self> = .codable(formerNames: ["OldScreen"])
    case list
    case detail(id: Int)
  }
}

@Suite("NavigationPath JSON")
struct NavigationPathJSONTests {
  private let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  /// Returns the JSON that SwiftUI writes for a `NavigationPath`. `elements` has the type name and
  /// the JSON of each value, with the bottom of the path first.
  private func encoded(_ elements: (String, String)...) throws -> Data {
    try JSONEncoder().encode(elements.reversed().flatMap { [$0.0, $0.1] })
  }

  private func adopt(
    _ data: Data, typeNames: [String: any NavRoute.Type] = [:],
    onUndecodable policy: NavUndecodablePolicy<Legacy.Screen> = .keepValidPrefix
  ) throws -> NavRestoration<Legacy.Screen> {
    try temporary.store.restore(
      Legacy.Screen.self, in: "main", onUndecodable: policy,
      migratingFrom: .navigationPath(data, typeNames: typeNames))
  }

  @Test("A NavigationPath encoding that was observed in SwiftUI is read bottom first")
  func observedText() throws {
    // The JSON is quoted from the article that the comment of `NavigationPathJSON` cites.
    let text = #"""
      [
        "User", "{\"id\":42,\"name\":\"Blob\"}", "Swift.Bool", "true",
        "Swift.Int", "42", "Swift.String", "\"hello\""
      ]
      """#
    let path = try #require(NavigationPathJSON(Array(text.utf8), of: []))
    #expect(path.elements.map(\.typeName) == ["Swift.String", "Swift.Int", "Swift.Bool", "User"])
    #expect(path.elements.map(\.json).first == Array(#""hello""#.utf8))
    #expect(path.elements.map(\.json).last == Array(#"{"id":42,"name":"Blob"}"#.utf8))
  }

  @Test("A NavigationPath is imported in the order in which it was pushed")
  func order() throws {
    let data = try encoded(
      ("MyApp.Legacy.Screen", #"{"list":{}}"#), ("MyApp.Legacy.Screen", #"{"detail":{"id":7}}"#))
    let restored = try adopt(data)
    #expect(restored.path == [.list, .detail(id: 7)])
    #expect(restored.failures.isEmpty)
  }

  @Test(
    "A type is found by its name in any module, its former name or a given name",
    arguments: [
      "NavStoreTests.Legacy.Screen", "OtherModule.Legacy.Screen", "Legacy.Screen",
      "MyApp.OldScreen", "OldScreen", "Ancient.Page", "MyApp.Bare", "Bare",
    ])
  func names(_ name: String) throws {
    let data = try encoded((name, #"{"list":{}}"#))
    let names: [String: any NavRoute.Type] = [
      "Ancient.Page": Legacy.Screen.self, "Bare": Legacy.Screen.self,
    ]
    #expect(try adopt(data, typeNames: names).path == [.list])
  }

  @Test("A type is found by its mangled name")
  func mangledName() throws {
    let name = try #require(_mangledTypeName(Legacy.Screen.self))
    #expect(!name.contains("."))
    #expect(try adopt(encoded((name, #"{"list":{}}"#))).path == [.list])
  }

  @Test(
    "A type with a different name is reported as unknown",
    arguments: ["MyApp.Screen", "Screen", "MyApp.Legacy.ScreenTwo", "Swift.Int", ""])
  func otherNames(_ name: String) throws {
    let restored = try adopt(encoded((name, #"{"list":{}}"#)))
    #expect(restored.path.isEmpty)
    #expect(
      restored.failures == [
        NavRestorationFailure(position: 0, typeName: name, version: nil, cause: .unknownType)
      ])
  }

  @Test("An unknown or undecodable element is reported with its position and cause")
  func failures() throws {
    let data = try encoded(
      ("MyApp.Legacy.Screen", #"{"list":{}}"#), ("Swift.Int", "42"),
      ("MyApp.Legacy.Screen", #"{"gone":{}}"#), ("MyApp.Legacy.Screen", #"{"detail":{"id":7}}"#))
    let expected = [
      NavRestorationFailure(position: 1, typeName: "Swift.Int", version: nil, cause: .unknownType),
      NavRestorationFailure(
        position: 2, typeName: "MyApp.Legacy.Screen", version: nil, cause: .undecodable),
    ]
    let cut = try adopt(data)
    #expect(cut.path == [.list])
    #expect(
      cut.failures == expected + [
        NavRestorationFailure(
          position: 3, typeName: "MyApp.Legacy.Screen", version: nil, cause: .aboveFailure)
      ])

    try temporary.reopenAfterKill()
    let replaced = try adopt(
      data, onUndecodable: .substitute { .detail(id: -$0.position) })
    #expect(replaced.path == [.list, .detail(id: -1), .detail(id: -2), .detail(id: 7)])
    #expect(replaced.failures == expected)
  }

  @Test(
    "JSON other than pairs of strings is undecodable, and nothing is imported",
    arguments: [
      "", "{}", "[1, 2]", #"["NavStoreTests.Legacy.Screen"]"#, #""text""#, "null",
      #"["a", "b", "c"]"#, #"["a", null]"#, String(repeating: "[", count: 10_000),
    ])
  func otherShapes(_ text: String) throws {
    let restored = try adopt(Data(text.utf8))
    #expect(restored.path.isEmpty)
    #expect(restored.failures.map(\.cause) == [.undecodable])
  }

  @Test("Truncated or changed JSON of a path is read or refused without a trap")
  func mutations() throws {
    let data = try encoded(
      ("MyApp.Legacy.Screen", #"{"list":{}}"#), ("MyApp.Legacy.Screen", #"{"detail":{"id":7}}"#))
    let codec = try CodecCache(payloadLimit: 1_000).codec(of: Legacy.Screen.self)
    func failures(_ data: Data) -> [NavRestorationFailure] {
      NavLegacyState<Legacy.Screen>.navigationPath(data).read(codec, ErasedRoute.box)
        .salvaged(by: .keepValidPrefix).failures
    }
    for count in data.indices {
      #expect(!failures(data.prefix(count)).isEmpty)
      var changed = data
      changed[count] ^= 0x08
      _ = failures(changed)
    }
    #expect(failures(data).isEmpty)
  }
}
