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

extension NavHistory {
  /// Returns at most `limit` elements after a row, which are made from rows of the file.
  ///
  /// Calls `fetch` until there are enough elements. More than one call is needed if `decode` leaves
  /// out rows, or if `limit` exceeds `largest`. Each call requests more rows than the call before,
  /// up to `largest`, because a search reads all titles at each call.
  func collect<Row, Found>(
    _ limit: Int, inPagesOf largest: Int = .max, after start: Row?,
    _ fetch: (_ start: Row?, _ count: Int) throws -> [Row], _ decode: ([Row]) -> [Found]
  ) rethrows -> [Found] {
    var (found, start, count): ([Found], _, _) = ([], start, min(limit, largest))
    while found.count < limit {
      let rows = try fetch(start, count)
      let more = decode(rows)
      found = found.isEmpty ? more : found + more
      guard rows.count == count, let last = rows.last else { break }
      (start, count) = (last, min(count * 4, largest))
    }
    return found.count > limit ? Array(found.prefix(limit)) : found
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
