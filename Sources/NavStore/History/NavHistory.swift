extension NavStore {
  /// Returns the history of an account for one type of routes.
  ///
  /// ```swift
  /// let history = store.history(of: AppRoute.self, account: auth.user)
  /// let recent = try await history.items(.recent(limit: 20))
  /// try await history.erase(.item(.product(id: 7)))
  /// ```
  ///
  /// Doesn't read the file.
  ///
  /// - Parameters:
  ///   - type: The type of the elements. The history includes visits on stacks of other element
  ///     types if their routes are stored under the same names.
  ///   - account: The account, or `nil` for signed-out use.
  public func history<Element: NavElement>(
    of type: Element.Type = Element.self, account: String?
  ) -> NavHistory<Element> {
    NavHistory(store: self, account: account)
  }
}

/// The items and visits of one account.
///
/// A query sees every change that was made before it. Queries run on a queue and a connection of
/// their own, so no save waits for a query.
public struct NavHistory<Element: NavElement>: Sendable {
  package let store: NavStore

  /// The account, or `nil` for signed-out use.
  public let account: String?

  /// The key of the account in the file; empty for signed-out use, and for an empty account, which
  /// queries reject.
  var key: String { account ?? "" }
}

extension NavHistory {
  /// The codec that writes and reads the routes.
  package var codec: RouteCodec {
    get throws(NavStore.Error) { try store.codecs.codec(of: Element.self) }
  }

  /// Throws if the account or the limit is invalid, or if the last element of the previous page
  /// belongs to another account.
  func check(limit: Int, after account: String?) throws(NavStore.Error) {
    _ = try Key.account(self.account)
    guard limit >= 0 else {
      throw .invalid("A limit of \(limit) is negative. Use 0 or more.")
    }
    guard account.map({ $0.hasBytes(of: key) }) != false else {
      throw .invalid(
        "The last element belongs to the history of another account. Use one of this history.")
    }
  }
}

extension RouteCodec {
  /// Returns the stored form of a route, or `nil` for a route that is never stored.
  func stored(_ route: ErasedRoute) throws(NavStore.Error) -> StoredRoute? {
    do throws(NavStore.Error) {
      return try encode(route)
    } catch {
      guard error.reason == .notStored else { throw error }
      return nil
    }
  }
}
