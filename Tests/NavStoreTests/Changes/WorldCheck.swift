import NavStoreInspection
import TestSupport
import Testing

@testable import NavStore

/// Compares a store with the model of a ``ChangedWorld``.
struct WorldCheck {
  let world: ChangedWorld
  let what: String

  /// Whether to compare the back/forward lists of stacks. The model doesn't predict the list if
  /// another process adds its shown screens to the list that a change left in the file.
  var comparesLists = true

  /// Whether to compare the back/forward lists of stacks with a root. If a change removes a root,
  /// another process adds its shown screens to an empty list, which the model doesn't predict.
  var comparesRootLists = true

  private func comment(_ key: ModelKey) -> Comment {
    "\(what): \(key.scene)/\(key.name) of '\(key.account)'"
  }

  /// Compares the live stacks of `store` with the model, including forgotten screens that are still
  /// shown.
  func live(_ store: NavStore, _ change: TableChange) throws {
    for key in ChangedWorld.keys {
      let session = try world.session(key, in: store)
      #expect(session.path == world.model.path(key), comment(key))
      let shown = session.backForward
      let stack = world.model.stacks[key] ?? StackModel.Stack()
      #expect(shown.index == stack.shown.index, comment(key))
      let tops = stack.shown.entries.map { stack.chain($0).last?.route }
      #expect(shown.entries.map(\.route) == tops, comment(key))
      guard key.scene == "root", !change.leavesScreens else { continue }
      #expect(session.root == world.roots[key.account], comment(key))
    }
    guard !change.leavesScreens else { return }
    try windows(store)
  }

  /// Compares the stacks that `store` loads from the file with the model.
  func stacks(_ store: NavStore) throws {
    for key in ChangedWorld.keys {
      let session = try world.session(key, in: store)
      #expect(session.path == world.model.path(key), comment(key))
      #expect(session.restoration.failures.isEmpty, comment(key))
      let (stacks, index) = world.list(key)
      let list = session.backForward
      if comparesLists, comparesRootLists || key.scene != "root" {
        #expect(list.index == index, comment(key))
        #expect(list.entries.map(\.route) == stacks.map(\.last), comment(key))
        #expect(list.entries.map(\.depth) == stacks.map(\.count), comment(key))
      }
      if key.scene == "root" { #expect(session.root == world.roots[key.account], comment(key)) }
      if key.scene == "top" {
        let state = try session.visitState(Int.self, named: "row")
        #expect(state == world.visitState(key.account), comment(key))
      }
      if let top = session.path.last {
        let state = try session.itemState(Int.self, named: "cursor")
        let expected = world.model.itemStates[key.account]?[StackModel.item(top)]?.value
        #expect(state == expected, comment(key))
      }
    }
  }

  func values(_ store: NavStore) throws {
    for account in ChangedWorld.accounts {
      for name in ["selected", "sheet", "other"] {
        let value = try store.sceneValue(
          AppRoute.self, named: name, in: "values", account: account.orSignedOut)
        #expect(value == world.values[account]?[name], "\(what): \(name) of '\(account)'")
      }
      let text = try store.sceneValue(
        String.self, named: "plain", in: "values", account: account.orSignedOut)
      #expect(text == world.texts[account], "\(what): plain of '\(account)'")
    }
  }

  func windows(_ store: NavStore) throws {
    for account in ChangedWorld.accounts {
      let list = try world.window(account, in: store)
      #expect(list.selectedStack == "one", "\(what): the window of '\(account)'")
      let menu = list.backForwardMenu
      guard let (expected, index) = world.windowEntries(account) else {
        let routes = world.routes(account)
        let keys = Set(
          try routes.compactMap {
            try store.history(of: AppRoute.self, account: nil).itemKey(of: $0)
          })
        #expect(menu.entries.compactMap(\.itemKey).allSatisfy(keys.contains), "\(what)")
        continue
      }
      let keys = try expected.map {
        try $0.top.flatMap { try store.history(of: AppRoute.self, account: nil).itemKey(of: $0) }
      }
      #expect(menu.entries.map(\.itemKey) == keys, "\(what): the window of '\(account)'")
      #expect(menu.entries.map(\.stack) == expected.map(\.stack), "\(what): '\(account)'")
      #expect(menu.index == index, "\(what): the window of '\(account)'")
    }
  }

  func history(_ store: NavStore) async throws {
    for account in ChangedWorld.accounts {
      let history = store.history(of: AppRoute.self, account: account.orSignedOut)
      let comment: Comment = "\(what): history of '\(account)'"
      let timeline = world.model.visitsByDate(account)
      let visits = try await history.visits(limit: 1_000)
      #expect(visits.map(\.route) == timeline.map(\.visit.route), comment)
      let recent = try await history.items(.recent(limit: 1_000))
      let answer = recent.map { "\($0.route) \($0.visitCount) \($0.title ?? "")" }
      #expect(answer == world.answer(account), comment)
      let frecent = try await history.items(.frequent(limit: 1_000))
      #expect(Set(frecent.map(\.id)) == Set(recent.map(\.id)), comment)
      for word in ["cma", "zolw", "zebra", "renamed"] {
        let found = try await history.items(.search(word))
        let named = recent.filter { item in
          item.title.map { TitleFolding.folded($0).contains(word) } ?? false
        }
        #expect(Set(found.map(\.id)) == Set(named.map(\.id)), comment)
      }
      for scene in ["top", "below", "list", "left"] {
        let tree = try await history.tree(in: scene)
        let made = timeline.filter { $0.key.scene == scene }.map { "\($0.visit.route)" }
        let nodes = tree.nodes.filter { $0.visitedAt != nil }
        #expect(nodes.compactMap(\.route).map { "\($0)" }.sorted() == made.sorted(), comment)
      }
    }
  }

  /// Finishes the idle work of the store. Then checks that the file is intact, that no removal is
  /// left, and that items and routes match the model.
  func rest(_ temporary: TemporaryStore) throws {
    try temporary.store.writer.finishIdleWork()
    #expect(try temporary.store.consistencyFaults() == [], "\(what)")
    #expect(try temporary.number("SELECT count(*) FROM removal") == 0, "\(what)")
    #expect(try temporary.number("SELECT count(*) FROM account WHERE key IS NULL") == 0, "\(what)")
    for account in ChangedWorld.accounts {
      let (items, routes) =
        try temporary.store.writer.sync { connection in
          try connection.first(
            """
            SELECT count(DISTINCT item.id), count(DISTINCT route.payload) FROM item
            JOIN route ON route.item = item.id JOIN account ON account.id = item.account
            WHERE account.key = ?
            """, account
          ) { (Int($0.int(0)), Int($0.int(1))) }
        } ?? (0, 0)
      let expected = world.routes(account)
      #expect(items == Set(expected.map(StackModel.item)).count, "\(what): items of '\(account)'")
      #expect(routes == expected.count, "\(what): routes of '\(account)'")
    }
  }
}
