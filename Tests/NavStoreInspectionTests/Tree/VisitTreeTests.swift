import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore
@testable import NavStoreInspection

@Suite("The tree of a scene's visits")
struct VisitTreeTests {
  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  private var history: NavHistory<Page> {
    temporary.store.history(of: Page.self, account: nil)
  }

  /// Returns a line of text for each node: its depth in dots and its name, or `?`. The suffix `*`
  /// marks a current visit, `+` a visit in a list, and `-` a visit that was never seen.
  private func drawn(_ tree: NavVisitTree<Page>) -> [String] {
    tree.nodes.map { node in
      String(repeating: ".", count: node.depth) + (node.route?.name ?? "?")
        + (node.isCurrent ? "*" : "") + (node.isReachable ? "+" : "")
        + (node.visitedAt == nil ? "-" : "")
    }
  }

  @Test("Former branches are kept, and covered screens and the current visit are marked")
  func branches() async throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    session.push("b")
    session.pop()
    session.push("c")
    session.push(contentsOf: ["covered", "d"] as [Page])
    session.back()
    session.back()
    let tree = try await history.tree(in: "main")
    #expect(drawn(tree) == ["a*+", ".b", ".c+", "..covered-", "...d+"])
    let nodes = tree.nodes
    #expect(tree.roots == [nodes[0].id])
    #expect(tree[nodes[2].id]?.children == [nodes[3].id])
    #expect(tree[nodes[4].id]?.parent == nodes[3].id)
    #expect(nodes.allSatisfy { $0.route != nil && $0.stack.isEmpty })
  }

  @Test("Children of a forgotten visit become children of its parent")
  func forgotten() async throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    for name in ["a", "gone 1", "gone 2", "b"] { session.push(Page(name)) }
    try await temporary.store.history(of: Page.self, account: nil).removeRoutes {
      $0.name.hasPrefix("gone")
    }
    #expect(try await drawn(history.tree(in: "main")) == ["a+", ".b*+"])
  }

  @Test("A limit keeps the newest visits, the visits below them, and the positions of stacks")
  func limits() async throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("base")
    for number in 0..<40 {
      session.push(Page("\(number)"))
      session.pop()
    }
    session.popToRoot()
    let newest = try await history.tree(in: "main", limit: 3)
    // The list has only the last entry of the loop, because each push removes the forward entry
    // that the pop before it left.
    #expect(drawn(newest) == ["base+", ".37", ".38", ".39+"])
    #expect(try await drawn(history.tree(in: "main", limit: 0)) == ["base+", ".39+"])
    #expect(try await history.tree(in: "main", limit: .max).nodes.count == 41)
  }

  @Test("The tree is updated after each visit")
  func updates() async throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.push("a")
    var trees = history.treeUpdates(in: "main").makeAsyncIterator()
    #expect(await trees.next().map(drawn) == ["a*+"])
    session.push("b")
    #expect(await trees.next().map(drawn) == ["a+", ".b*+"])
  }

  @Test("Stacks, accounts and scenes have separate trees, and an unknown account or scene has none")
  func places() async throws {
    let store = temporary.store
    try store.session(of: Page.self, in: "main").push("plain")
    try store.session(of: Page.self, in: "main", stack: "tab").push("tab")
    try store.session(of: Page.self, in: "main", account: "u").push("account")
    try store.session(of: Page.self, in: "other").push("other")
    func names(_ account: String) async throws -> [String] {
      try await drawn(store.history(of: Page.self, account: account.orSignedOut).tree(in: "main"))
    }
    #expect(try await names("") == ["plain*+", "tab*+"])
    #expect(try await history.tree(in: "main").nodes.map(\.stack) == ["", "tab"])
    #expect(try await names("u") == ["account*+"])
    #expect(try await names("unknown").isEmpty)
    #expect(try await history.tree(in: "none").nodes.isEmpty)
    #expect(
      await code { _ = try await history.tree(in: "") } == .invalidArgument)
    #expect(
      await code { _ = try await history.tree(in: "main", limit: -1) }
        == .invalidArgument)
  }

  @Test("Routes of other types are nodes without a route, and elements of any coding are decoded")
  func forms() async throws {
    typealias Screen = AnyScreen<TwoTypes<Shop, Article>>
    let session = try temporary.store.session(of: Screen.self, in: "main")
    session.push(Shop.cart)
    session.push(Article.page(3))
    let shop = try await temporary.store.history(of: Shop.self, account: nil).tree(in: "main")
    #expect(shop.nodes.map(\.route) == [.cart, nil])
    let mixed = try await temporary.store.history(of: Screen.self, account: nil).tree(in: "main")
    let texts = mixed.nodes.map { $0.route?.description ?? "?" }
    #expect(texts == ["cart", "page(3)"])
    struct Mapped: NavElement {
      let name: String

      static let coding = NavCoding<Mapped>.stored(as: Shop.self) { _ in
        .cart
      } from: {
        Mapped(name: "\($0)")
      }
    }
    let mapped = try await temporary.store.history(of: Mapped.self, account: nil).tree(in: "main")
    #expect(mapped.nodes.map(\.route?.name) == ["cart", nil])
  }

  @Test("A stack of 10,000 screens is a tree of the same depth")
  func deep() async throws {
    var builder = VisitTreeBuilder()
    builder.add(20_000) { id in
      .init(
        id: id, seq: id, time: id, stack: "", scene: nil, title: nil, route: nil, parent: id - 1,
        isForgotten: id % 2 == 0)
    }
    let tree: NavVisitTree<Page> = builder.tree(.init(current: [20_000])) { _ in nil }
    #expect(tree.nodes.count == 10_000)
    #expect(tree.nodes.last?.depth == 9_999)
    #expect(tree.nodes.last?.isCurrent == true)
    #expect(tree.nodes.filter { $0.children.count == 1 }.count == 9_999)
  }

  @Test(
    "A damaged file still gives a valid tree",
    arguments: [
      "UPDATE visit SET parent = id", "UPDATE visit SET parent = id + 1",
      "DELETE FROM visit WHERE id % 3 = 0", "UPDATE route SET payload = '}' WHERE id % 3 = 0",
      "DELETE FROM route WHERE id % 3 = 0", "UPDATE stack SET list = x'07'",
    ])
  func damaged(_ change: String) async throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    for number in 0..<50 { session.push(Page("\(number)")) }
    try await temporary.tamper(change)
    let tree = try await history.tree(in: "main")
    #expect(tree.nodes.count >= 33)
    #expect(Set(tree.nodes.map(\.id)).count == tree.nodes.count)
    for node in tree.nodes {
      #expect(node.parent.map { tree[$0]?.depth == node.depth - 1 } ?? (node.depth == 0))
    }
  }

  @Test("The tree after random navigation equals the content of the tables")
  func naive() async throws {
    var random = SeededRandom.make()
    for _ in 0..<(isSoak ? 200 : 4) {
      let temporary = try TemporaryStore()
      let sessions = try ["", "tab"].map { name in
        try temporary.store.session(of: Page.self, in: "main", stack: name)
      }
      for step in 0..<80 {
        let session = sessions[Int.random(in: 0..<2, using: &random)]
        switch Int.random(in: 0..<6, using: &random) {
        case 0: session.pop(Int.random(in: 1...3, using: &random))
        case 1: session.back()
        case 2: session.forward()
        case 3: session.push(contentsOf: [Page("\(step) covered"), Page("\(step)")])
        default: session.push(Page("\(step)"))
        }
      }
      if Bool.random(using: &random) { try await temporary.relaunch() }
      try await temporary.store.history(of: Page.self, account: nil).removeRoutes {
        $0.name.hasSuffix("7")
      }
      try await compare(temporary)
    }
  }

  private func compare(_ temporary: TemporaryStore) async throws {
    try await temporary.store.flush()
    let rows = try temporary.rawConnection().all(
      "SELECT id, parent, route IS NULL, time IS NULL FROM visit ORDER BY id"
    ) { (id: $0.int(0), parent: $0.int(1), isGone: $0.int(2) != 0, isUnseen: $0.int(3) != 0) }
    let byID = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
    func standing(_ id: Int64) -> Int64 {
      var id = id
      while let row = byID[id], row.isGone { id = row.parent }
      return id
    }
    // From the stored top visit down, uses the nearest visit that is not removed, as the library
    // does.
    let tips = try temporary.rawConnection().all("SELECT tip, list FROM stack") { row in
      let list = BackForwardListCodec.decode(row.bytes(1)) ?? []
      let top = standing(row.int(0))
      return (tip: top, list: list.filter { byID[$0]?.isGone != true } + [top])
    }
    var wanted = Set(rows.filter { !$0.isUnseen }.map(\.id))
    wanted.formUnion(tips.flatMap { $0.list + [$0.tip] })
    for id in wanted {
      var id = id
      while let row = byID[id] {
        wanted.insert(id)
        id = row.parent
      }
    }
    let tree = try await temporary.store.history(of: Page.self, account: nil).tree(
      in: "main", limit: .max)
    let expected = rows.filter { wanted.contains($0.id) && !$0.isGone }
    #expect(tree.nodes.map(\.id).sorted() == expected.map(\.id))
    for row in expected {
      var parent = row.parent
      while let below = byID[parent], below.isGone { parent = below.parent }
      let node = try #require(tree[row.id])
      #expect(node.parent ?? 0 == parent)
      #expect((node.visitedAt == nil) == row.isUnseen)
      #expect(node.isCurrent == tips.contains { $0.tip == row.id })
      #expect(node.isReachable == tips.contains { $0.list.contains(row.id) })
    }
    // The order is depth first: a node follows its parent or the whole branch of an earlier
    // sibling.
    var path: [Int64] = []
    for node in tree.nodes {
      path.removeLast(path.count - node.depth)
      #expect(path.last == node.parent)
      path.append(node.id)
    }
  }
}

private enum Shop: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Shop")

  case cart
}

private enum Article: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Article")

  case page(Int)
}
