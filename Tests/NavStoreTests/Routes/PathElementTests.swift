import TestSupport
import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Elements of a NavigationPath")
struct PathElementTests {
  private typealias Element = PathElement<Page, CheckoutScreen>

  private let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  /// - Parameter strings: Pairs of a type's name and a value's JSON, the top of the path first.
  private func elements(_ strings: String...) throws -> [Element]? {
    Element.elements(of: try JSONEncoder().encode(strings))
  }

  @Test("Elements of several types are read from a path's JSON, saved and found by type")
  func reading() async throws {
    let path = try #require(
      try elements(
        "MyApp.CheckoutScreen", #"{"pay":{}}"#, "NavStoreTests.Page", #"{"name":"b"}"#,
        "Page", #"{"name":"a"}"#))
    #expect(path.compactMap { $0.route as? Page } == [Page("a"), Page("b")])
    #expect(path.last?.route as? CheckoutScreen == .pay)
    #expect(path[0] != path[1] && Set(path + path).count == 3)

    try temporary.store.save(path, in: "main")
    let again = try await temporary.relaunch()
    #expect(try again.restore(Element.self, in: "main").path == path)
    #expect(
      try await again.history(of: CheckoutScreen.self, account: nil).items().map(\.route) == [.pay])
  }

  @Test(
    "An unknown type or undecodable JSON ends the path",
    arguments: [
      ["Int", "42"], ["Page", "42"], ["Page", ""],
    ])
  func ending(_ top: [String]) throws {
    let path = try elements(top[0], top[1], "Page", #"{"name":"a"}"#)
    #expect(path?.map { $0.route as? Page } == [Page("a")])
    #expect(try elements() == [])
    #expect(try elements("Page") == nil)
    #expect(Element.elements(of: Data("{}".utf8)) == nil)
  }
}
