import Foundation
import NavStoreInspection
import TestSupport
import Testing

@testable import NavStore

extension ModelRun {
  /// Removes, rewrites, erases or forgets routes of an account, or prunes the store. Makes the same
  /// change of the model, and compares both. Only ``remove(_:)`` may hold sessions during its
  /// change.
  mutating func change(_ step: Int) async throws {
    let account = Bool.random(using: &random) ? "" : "u"
    let kind = Int.random(in: 0..<7, using: &random)
    let place: Comment = "step \(step), change \(kind) of '\(account)', seed \(random.seed)"
    switch kind {
    case 0...1: try await remove(account)
    case 2...3: try await rewrite(account)
    case 4: try await erase(account)
    case 5:
      try await store.history(of: AppRoute.self, account: account.orSignedOut).forget(.all)
      model.clear(account: account)
      model.relaunch()
    default: try await store.prune()
    }
    try await dropTitlesOfUnseen()
    for key in Self.keys {
      let path = try session(key).path
      try #require(path == model.path(key), place)
    }
    try await compare(step, newest: 100)
  }

  private mutating func remove(_ account: String) async throws {
    let item = StackModel.item(routes(1...1)[0])
    let number = Int.random(in: 0..<5, using: &random)
    let isOne = Bool.random(using: &random)
    @Sendable func isGone(_ route: AppRoute) -> Bool {
      if isOne { return StackModel.item(route) == item }
      guard case .product(let id, _) = route else { return false }
      return id % 5 == number
    }
    let landing: NavRemovalDestination = Bool.random(using: &random) ? .parent : .previousEntry
    // Keeps the stacks live during the removal. A stack that isn't live in the removing process
    // shows the parent of the removed screen instead of the previous entry.
    let store = store
    let held = try (landing == .previousEntry ? Self.keys : []).map { key in
      try store.session(
        of: AppRoute.self, in: key.scene, stack: key.name, account: key.account.orSignedOut)
    }
    try await store.history(of: AppRoute.self, account: account.orSignedOut)
      .removeRoutes(where: { isGone($0) }, then: landing)
    try await store.flush()
    withExtendedLifetime(held) {}
    model.remove(account: account, landing: landing, where: isGone)
  }

  /// Replaces one item by another, which may already be in the store, or adds 1 to the number of
  /// each item of one shape.
  private mutating func rewrite(_ account: String) async throws {
    let old = StackModel.item(routes(1...1)[0])
    let (shape, number) = (old.shape, old.number ?? 0)
    let new = Int.random(in: 0..<20, using: &random)
    let isShift = Bool.random(using: &random)
    @Sendable func transform(_ route: AppRoute) -> AppRoute {
      guard route.shape == shape, let own = route.number else { return route }
      return isShift ? route.numbered(own + 1) : own == number ? route.numbered(new) : route
    }
    try await store.history(of: AppRoute.self, account: account.orSignedOut)
      .replaceRoutes { transform($0) }
    model.rewrite(account: account, transform)
  }

  private mutating func erase(_ account: String) async throws {
    try await store.eraseAll(of: account)
    // Deletes the rows of the account before a later step forgets dates, because the model has no
    // such rows. A covered screen that was never seen has the date of the next newer row of any
    // account.
    try store.writer.finishIdleWork()
    model.eraseAll(of: account)
  }
}

extension AppRoute {
  fileprivate var shape: Int {
    switch self {
    case .home: 0
    case .category: 1
    case .product: 2
    case .book: 3
    case .settings: 4
    }
  }

  /// The number that identifies the route among the routes of its shape, as in ``make(_:)``.
  fileprivate var number: Int? {
    switch self {
    case .category(let name): Int(name.dropFirst("category ".count))
    case .product(let id, _): id
    case .book(let book): Int(book.id.dropFirst())
    case .home, .settings: nil
    }
  }

  fileprivate func numbered(_ number: Int) -> AppRoute {
    switch self {
    case .category: .category("category \(number)")
    case .product(_, let tab): .product(id: number, tab: tab)
    case .book(let book): .book(Book(id: "b\(number)", title: book.title))
    case .home, .settings: self
    }
  }
}
