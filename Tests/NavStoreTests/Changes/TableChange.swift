import Foundation
import NavStoreInspection

@testable import NavStore

/// A change to the store of a ``ChangedWorld``, and the effect that the model expects. Every change
/// except `prune` affects only the account "ada".
enum TableChange: String, CaseIterable, Sendable {
  case forgetItem, forgetKind, forgetDates, eraseItem, clear
  case removeToParent, removeToPrevious
  case rewriteToNew, rewriteOntoExisting, rewriteShift
  case eraseAccount
  case prune, setTitle

  static let account = "ada"

  /// The effect of a change on a stored route: it is kept, removed or replaced.
  enum Fate: Equatable {
    case stays
    case gone
    case becomes(AppRoute)
  }

  /// Returns the effect of the change on a route that is stored without a visit, as a root or a
  /// value.
  func fate(of route: AppRoute, account: String) -> Fate {
    guard account == Self.account else {
      return .stays
    }
    switch self {
    case .forgetDates, .prune, .setTitle: return .stays
    case .forgetItem, .eraseItem, .removeToParent, .removeToPrevious:
      return route == .category("x") ? .gone : .stays
    case .forgetKind: if case .category = route { return .gone } else { return .stays }
    case .clear, .eraseAccount: return .gone
    case .rewriteToNew, .rewriteOntoExisting, .rewriteShift:
      let new = transform(route)
      return new == route ? .stays : .becomes(new)
    }
  }

  /// Whether live stacks show the screens that the change removes from the history until the user
  /// goes back from them.
  var leavesScreens: Bool {
    switch self {
    case .forgetItem, .forgetKind, .forgetDates, .eraseItem, .clear: true
    default: false
    }
  }

  /// Whether the change deletes all data of the account, including its values.
  var takesAccount: Bool { self == .eraseAccount }

  var isRewrite: Bool {
    self == .rewriteToNew || self == .rewriteOntoExisting || self == .rewriteShift
  }

  private func transform(_ route: AppRoute) -> AppRoute {
    switch (self, route) {
    case (.rewriteToNew, .category("x")): .category("new")
    case (.rewriteOntoExisting, .category("x")): ChangedWorld.a
    case (.rewriteShift, .category("x")): .category("y")
    case (.rewriteShift, .category("y")): .category("z")
    default: route
    }
  }

  /// The times of the visits that ``forgetDates`` removes.
  static let days = ChangedWorld.day(9)..<ChangedWorld.day(12)

  func make(in store: NavStore) async throws {
    let (account, x) = (Self.account, AppRoute.category("x"))
    switch self {
    case .forgetItem:
      try await store.history(of: AppRoute.self, account: account.orSignedOut).forget(.item(x))
    case .forgetKind:
      try await store.history(of: AppRoute.self, account: account.orSignedOut).forget(
        .kind("category"))
    case .forgetDates:
      try await store.history(of: AppRoute.self, account: account.orSignedOut).forget(
        .dates(Self.days))
    case .eraseItem:
      try await store.history(of: AppRoute.self, account: account.orSignedOut).erase(.item(x))
    case .clear:
      try await store.history(of: AppRoute.self, account: account.orSignedOut).forget(.all)
    case .removeToParent:
      try await store.history(of: AppRoute.self, account: account.orSignedOut).removeRoutes {
        $0 == x
      }
    case .removeToPrevious:
      try await store.history(of: AppRoute.self, account: account.orSignedOut).removeRoutes(
        where: {
          $0 == x
        }, then: .previousEntry)
    case .rewriteToNew, .rewriteOntoExisting, .rewriteShift:
      try await store.history(of: AppRoute.self, account: account.orSignedOut).replaceRoutes {
        transform($0)
      }
    case .eraseAccount: try await store.eraseAll(of: account)
    case .prune: try await store.prune()
    case .setTitle:
      try await store.history(of: AppRoute.self, account: account.orSignedOut).setTitle(
        "renamed", for: x)
    }
  }

  /// Applies the change to the visits of `model`. Pruning keeps the visits in `standing`, and the
  /// visits below them.
  func apply(to model: inout StackModel, standing: [StackModel.Visit?]) {
    let (account, x) = (Self.account, AppRoute.category("x"))
    switch self {
    case .forgetItem, .eraseItem: model.forget(account: account) { $0 == x }
    case .forgetKind:
      model.forget(account: account) { if case .category = $0 { true } else { false } }
    case .forgetDates:
      func milliseconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970 * 1_000) }
      model.forget(
        account: account,
        times: milliseconds(Self.days.lowerBound)..<milliseconds(Self.days.upperBound))
    case .clear: model.clear(account: account)
    case .removeToParent: model.remove(account: account) { $0 == x }
    case .removeToPrevious: model.remove(account: account, landing: .previousEntry) { $0 == x }
    case .rewriteToNew, .rewriteOntoExisting, .rewriteShift:
      model.rewrite(account: account) { transform($0) }
    case .eraseAccount: model.eraseAll(of: account)
    case .prune:
      let young = model.made.filter { visit in
        if case .category = visit.route { visit.isSeen } else { false }
      }
      model.prune(besides: standing + young) { _ in true }
    case .setTitle: model.setTitle("renamed", of: x, account: account)
    }
  }
}

/// The state of the stacks when a ``TableChange`` is made.
enum TableState: String, CaseIterable, Sendable {
  /// The stacks are live in this process, and all their changes are saved.
  case live

  /// The stacks are live in this process, and their last changes are not saved.
  case unsaved

  /// The stacks are saved, and the test retains no session of them.
  case stored

  /// The store was closed and opened again, and has not loaded the stacks since it was opened.
  case relaunched

  /// The scenes of the stacks are closed, and the test reopens them after the change.
  case closed

  /// The stacks are live in another process, which pushes screens on them after the change.
  case elsewhere
}
