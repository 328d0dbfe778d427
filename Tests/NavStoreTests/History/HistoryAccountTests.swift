import Foundation
import NavStoreInspection
import Testing

@testable import NavStore

@Suite("History of one account")
struct HistoryAccountTests {
  private let temporary: TemporaryStore
  private let store: NavStore

  /// The accounts, each with stacks of two route types. `nil` is the account of signed-out use.
  private static let accounts: [String?] = [nil, "ada", "bob"]

  init() throws {
    temporary = try TemporaryStore()
    store = temporary.store
    for account in Self.accounts {
      try store.save(["a", "b"] as [Page], in: "main", account: account)
      try store.save([AppRoute.settings, .category("c")], in: "shop", account: account)
    }
  }

  private func counts() async throws -> [Int] {
    var counts: [Int] = []
    for account in Self.accounts {
      counts += [
        try await store.history(of: Page.self, account: account).visits().count,
        try await store.history(of: AppRoute.self, account: account).visits().count,
      ]
    }
    return counts
  }

  @Test(
    "Removing all history of one account keeps other accounts and signed-out use",
    arguments: [false, true])
  func all(erases: Bool) async throws {
    let before = try await counts()
    let history = store.history(of: Page.self, account: "ada")
    let removed = erases ? try await history.erase(.all) : try await history.forget(.all)
    #expect(removed == 4)
    #expect(try await counts() == Array(before[0..<2]) + [0, 0] + Array(before[4..<6]))
    #expect(try store.restore(Page.self, in: "main", account: "bob").path == ["a", "b"])
    #expect(try store.restore(Page.self, in: "main").path == ["a", "b"])
    try await expectConsistent(temporary)
  }

  @Test("Changes to the signed-out history never affect an account", arguments: 0..<7)
  func signedOut(_ way: Int) async throws {
    let before = try await counts()
    let history = store.history(of: Page.self, account: nil)
    let everything = Date.distantPast..<Date.distantFuture
    switch way {
    case 0: try await history.forget(.all)
    case 1: try await history.erase(.all)
    case 2: try await history.forget(.dates(everything))
    case 3: try await history.forget(.kind("Page"))
    case 4: try await history.forget(.items { _ in true })
    case 5: try await history.removeRoutes { _ in true }
    default:
      try await history.replaceRoutes { Page($0.name + "'") }
      for account in ["ada", "bob"] {
        #expect(try store.restore(Page.self, in: "main", account: account).path == ["a", "b"])
      }
    }
    #expect(Array(try await counts()[2...]) == Array(before[2...]))
    for account in ["ada", "bob"] {
      #expect(try store.restore(Page.self, in: "main", account: account).path == ["a", "b"])
      #expect(try store.restore(AppRoute.self, in: "shop", account: account).path.count == 2)
    }
  }

  @Test("A validation while signed out keeps the accounts' stacks")
  func validation() async throws {
    let session = try store.session(of: Page.self, in: "main")
    #expect(await session.validate { routes in Set(routes) })
    #expect(session.path.isEmpty)
    #expect(try store.restore(Page.self, in: "main", account: "ada").path == ["a", "b"])
  }

  @Test("Forgetting by dates, kind or all covers every route type of the account", arguments: 0..<3)
  func otherTypes(_ way: Int) async throws {
    let history = store.history(of: Page.self, account: "ada")
    switch way {
    case 0: #expect(try await history.forget(.all) == 4)
    case 1: #expect(try await history.forget(.dates(.distantPast..<(.distantFuture))) == 4)
    default:
      #expect(try await history.forget(.kind("settings")) == 1)
      #expect(try await history.forget(.kind("category")) == 1)
    }
    #expect(try await store.history(of: AppRoute.self, account: "ada").visits().isEmpty)
    #expect(try store.restore(AppRoute.self, in: "shop", account: "ada").path.isEmpty)
    #expect(try await store.history(of: AppRoute.self, account: "bob").visits().count > 0)
  }

  @Test("Pages of visits have no gaps and no repeats", arguments: [1, 37, 1_000])
  func pages(_ size: Int) async throws {
    let session = try store.session(of: Page.self, in: "long", account: "ada")
    let history = store.history(of: Page.self, account: "ada")
    let before = try await history.visits().count
    for number in 0..<1_000 {
      session.push(Page("\(number)"))
      if number % 10 == 9 { session.popToRoot() }
    }
    var (found, last): ([NavVisit<Page>], NavVisit<Page>?) = ([], nil)
    repeat {
      let page = try await history.visits(limit: size, after: last)
      #expect(page.count <= size)
      found += page
      last = page.last
    } while last != nil
    #expect(found.prefix(1_000).map(\.route.name) == (0..<1_000).reversed().map { "\($0)" })
    #expect(found.count == 1_000 + before && Set(found.map(\.id)).count == found.count)
  }
}
