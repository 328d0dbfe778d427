import TestSupport
import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A route type that is stored under the name "shop.checkout", which can't be derived from the name
/// of the Swift type.
enum CheckoutScreen: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "shop.checkout")
  case cart, pay
}

/// An element that is not `Codable`, and is stored as a `Page`.
enum ModelScreen: NavElement {
  case page(String)

  static let coding = NavCoding<ModelScreen>.stored(as: Page.self) { screen in
    switch screen {
    case .page(let name): Page(name)
    }
  } from: { page in
    guard page.name != "gone" else { throw Flaky.Refusal() }
    return .page(page.name)
  }
}

/// A route with the numbers and strings that a conversion of its JSON may change.
struct NumberScreen: NavRoute {
  var largest = UInt64.max
  var smallest = Int64.min
  var fraction = 0.1
  var small = -2.5e-300
  var whole = 3.0
  var text = #"inf, "\u{0}" and é"#
}

@Suite("Import into stacks of several types or with a storage type")
struct AdoptionTypesTests {
  private typealias Screen = AnyScreen<TwoTypes<Page, CheckoutScreen>>

  private let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  private var store: NavStore { temporary.store }

  /// Returns `strings` as a JSON array. To encode a `NavigationPath` as SwiftUI does, pass type
  /// names and the JSON of values alternately, with the top of the path first.
  private func path(_ strings: [String]) throws -> Data {
    try JSONEncoder().encode(strings)
  }

  @Test("A NavigationPath of several types is imported as a stack of these types")
  func mixed() async throws {
    let data = try path([
      "OldApp.Basket", #"{"pay":{}}"#, "MyApp.CheckoutScreen", #"{"cart":{}}"#,
      "MyApp.Page", #"{"name":"a"}"#,
    ])
    let source = NavLegacyState<Screen>.navigationPath(
      data, typeNames: ["Basket": CheckoutScreen.self])
    let restored = try store.restore(Screen.self, in: "main", migratingFrom: source)
    let expected: [Screen] = anyRoutes(Page("a"), CheckoutScreen.cart, CheckoutScreen.pay)
    #expect(restored.path == expected)
    try store.save(restored.path, in: "main")
    try temporary.reopenAfterKill()
    let again = try store.restore(Screen.self, in: "main", migratingFrom: source)
    #expect(again.path == expected)
  }

  @Test("A JSON array without type names is undecodable for a stack of several route types")
  func ambiguous() throws {
    let data = Data(#"[{"name":"a"}]"#.utf8)
    let restored = try store.restore(Screen.self, in: "1", migratingFrom: .json(data))
    #expect(restored.path.isEmpty && restored.failures.map(\.cause) == [.undecodable])
    typealias One = AnyScreen<OneType<Page>>
    let adopted = try store.restore(One.self, in: "2", migratingFrom: .json(data))
    #expect(adopted.path == anyRoutes(Page("a")))
  }

  @Test("Numbers and strings in an array of routes are imported unchanged")
  func numbers() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    let data = try encoder.encode([NumberScreen(), NumberScreen(fraction: 1 / 3, text: "inf")])
    let restored = try store.restore(NumberScreen.self, in: "main", migratingFrom: .json(data))
    #expect(restored.path == [NumberScreen(), NumberScreen(fraction: 1 / 3, text: "inf")])
  }

  @Test(
    "JSON other than a valid array is undecodable, and nothing is imported",
    arguments: ["", "1", "{}", #"{"a":[1]}"#, "[1", "[1 2]", "[1]]", #"["a"]"#, "null", "]"])
  func invalid(_ text: String) throws {
    let restored = try store.restore(
      Page.self, in: "main", migratingFrom: .json(Data(text.utf8)))
    #expect(restored.path.isEmpty && restored.failures.map(\.cause) == [.undecodable])
  }

  @Test("A stack with a storage type imports legacy JSON of that type")
  func mapped() throws {
    let data = Data(#"[{"name":"a"},{"name":"gone"}]"#.utf8)
    let restored = try store.restore(ModelScreen.self, in: "main", migratingFrom: .json(data))
    #expect(restored.path == [.page("a")])
    #expect(restored.failures.map(\.cause) == [.mappingFailed])
  }

  @Test("A screen removed before the first change leaves the imported stack, without a visit")
  func removed() async throws {
    let data = Data(#"[{"name":"a"},{"name":"b"},{"name":"c"}]"#.utf8)
    let session = try store.session(of: Page.self, in: "main", adopting: .json(data))
    await session.validate { _ in ["c"] }
    #expect(session.trail == "a/b")
    try store.save(session.path, in: "main")
    #expect(try await store.history(of: Page.self, account: nil).allVisits(pageSize: 9).isEmpty)
    let again = try temporary.reopenAfterKill().session(of: Page.self, in: "main")
    #expect(again.trail == "a/b")
    #expect(again.listed == "· [b]")
  }
}
