import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

enum SignInFlow {
  enum Route: NavRoute {
    case start
    case detail(id: Int)
  }
}

enum ShopFlow {
  enum Route: NavRoute {
    case start
    case detail(id: Int)
  }
}

@Suite struct StableNameTests {
  @Test("Types with the same name in two namespaces have separate items")
  func namespaces() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.save([SignInFlow.Route.detail(id: 7)], in: "main", stack: "sign-in")
    try store.save([ShopFlow.Route.detail(id: 7), .start], in: "main", stack: "shop")
    try await temporary.relaunch()
    let signIn = try temporary.store.restore(SignInFlow.Route.self, in: "main", stack: "sign-in")
    #expect(signIn.path == [.detail(id: 7)])
    let shop = try temporary.store.restore(ShopFlow.Route.self, in: "main", stack: "shop")
    #expect(shop.path == [.detail(id: 7), .start])
    let recent = try await temporary.store.history(of: ShopFlow.Route.self, account: nil).items()
    #expect(recent.map(\.id) == ["ShopFlow.Route.start{}"])
    #expect(try temporary.number("SELECT count(*) FROM item") == 3)
  }

  @Test("The file contains no module name, mangled type or process-specific hash")
  func nothingOfTheBuild() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: ShopFlow.Route.self, in: "main")
    session.push(contentsOf: [.detail(id: 7), .start])
    try session.setVisitState(["a": 1], named: "state")
    try await temporary.store.close()
    let bytes = try temporary.bytes().flatMap { $0 }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("ShopFlow.Route"))
    #expect(!text.contains("NavStoreTests"))
    #expect(!text.contains("$s"))

    // The expected values were computed independently of the library, as FNV-1a hashes. A route's
    // hash is over tag, 0, version and payload; an item's hash is over the account's number, the
    // key and 0.
    let hashes = try temporary.another().writer.sync { connection in
      try connection.all(
        "SELECT route.hash, item.hash FROM route JOIN item ON item.id = item ORDER BY route.id"
      ) { [$0.int(0), $0.int(1)] }
    }
    #expect(
      hashes == [
        [-9_136_744_525_698_653_434, -2_589_923_007_738_750_231],
        [-7_972_028_499_452_354_563, -6_637_084_202_460_758_552],
      ])
  }
}
