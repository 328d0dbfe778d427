import NavStore
import NavStoreSQLite

extension NavStore {
  /// Returns the visits as [JSON Lines](https://jsonlines.org): each element is one line, without
  /// its line feed.
  ///
  /// The visits are those that exist when the first line is requested. ``NavHistoryExport``
  /// describes the format.
  ///
  /// - Parameter account: The account whose visits are exported; `nil` for signed-out use.
  public func exportHistory(account: String?) -> NavHistoryExport {
    NavHistoryExport(store: self, account: .some(account))
  }

  /// Returns the visits of all accounts, signed-out use included, as ``exportHistory(account:)``
  /// does.
  public func exportHistory() -> NavHistoryExport {
    NavHistoryExport(store: self, account: nil)
  }
}

/// The visits of a store as [JSON Lines](https://jsonlines.org).
///
/// ```swift
/// for try await line in store.exportHistory() { try file.write(line + "\n") }
/// ```
///
/// Lines are UTF-8 and contain no line feed. Their members are in the order of the tables below. A
/// reader ignores members that it does not know, because members may be added under the same
/// version. A change of a member's meaning raises the version.
///
/// The first line describes the export:
///
/// | member | type | |
/// | --- | --- | --- |
/// | `format` | string | `"navstore-history"` |
/// | `version` | integer | 1 |
/// | `exportedTime` | integer | the time at which the export began, in milliseconds since 1970, UTC |
/// | `exportedAt` | string | the same as ISO 8601, `2023-11-14T22:13:20.000Z` |
/// | `account` | string or null | the account whose history this is; null: all accounts |
///
/// Each line after it is a visit. Lines are in ascending order of `id`, so parents come before
/// their children:
///
/// | member | type | |
/// | --- | --- | --- |
/// | `id` | integer | the number of the visit, above 0; never reused |
/// | `account` | string | the account; empty: signed out |
/// | `scene` | string or null | the key of the scene; null if the scene was deleted |
/// | `stack` | string | the name of the stack; empty for the unnamed stack |
/// | `parent` | integer or null | the `id` of the nearest visit below that is not forgotten; null: the root screen |
/// | `sequence` | integer or null | the place in the order in which visits were first seen; differs from `id` if the screen was covered first; null: never seen |
/// | `time` | integer or null | the time at which the visit was first seen, in milliseconds since 1970, UTC, by the clock at that time; null: never seen |
/// | `visitedAt` | string or null | the same as ISO 8601 in UTC; a year outside of 0 to 9999 has a sign and at least six digits |
/// | `item` | string or null | the history key of the item |
/// | `kind` | string or null | the kind of the item, by the name that it was first stored under |
/// | `title` | string or null | the title of the item, if one was set |
/// | `tag` | string or null | the stored tag of the route's type |
/// | `version` | integer or null | the version of the route's shape |
/// | `route` | any JSON | the route, byte for byte as it was stored |
/// | `damaged` | `true` | present only if the route is lost or its bytes are damaged; `route` is null then, and members from `item` to `version` that are lost are null |
///
/// Forgotten visits are left out, even if they are forgotten while lines are read. Visits that are
/// made after the first line was requested are left out. A title or route that changes during the
/// export is exported as it is when its line is read.
///
/// Lines are read in pages. A page ends after 256 visits, or with the visit that brings its content
/// to a mebibyte. Each page is a short read of its own, so an export delays no save and holds no
/// snapshot between pages. An export keeps only one page in memory. Each iterator makes an export
/// of its own.
public struct NavHistoryExport: AsyncSequence, Sendable {
  let store: NavStore

  /// The account whose visits are exported: `nil` for all accounts, and `.some(nil)` for signed-out
  /// use.
  let account: String??

  /// Creates an iterator. Nothing is read before the first line is requested.
  public func makeAsyncIterator() -> Iterator {
    Iterator(store: store, account: account)
  }

  /// The iterator of an export.
  public struct Iterator: AsyncIteratorProtocol {
    private let store: NavStore
    private let account: String??
    private var state = State.start

    /// The lines of the current page that ``next()`` has not returned, in reverse order.
    private var lines: [String] = []

    private enum State {
      case start
      case reading(after: Int64, upTo: Int64)
      case done
    }

    fileprivate init(store: NavStore, account: String??) {
      self.store = store
      self.account = account
    }

    /// Returns the next line, or `nil` after the last line and after an error.
    ///
    /// - Throws: ``/NavStore/NavStore/Error`` with code `invalidArgument`, `busy`,
    ///   `fileUnusable` or `closed`.
    public mutating func next() async throws(NavStore.Error) -> String? {
      while lines.isEmpty {
        let state = state
        self.state = .done
        switch state {
        case .start: self.state = try await start()
        case .reading(let last, let bound): self.state = try await read(last, bound)
        case .done: return nil
        }
      }
      return lines.popLast()
    }

    private mutating func start() async throws(NavStore.Error) -> State {
      let account = try account.map(Key.account)
      let bound = try await store.writer.read { try VisitTable(db: $0).largestNumber() }
      let now = store.writer.now
      lines = [ExportLine.header(account: account, time: now)]
      return .reading(after: 0, upTo: bound)
    }

    private mutating func read(
      _ last: Int64, _ bound: Int64
    ) async throws(NavStore.Error) -> State {
      let account = try account.map(Key.account)
      let page = try await store.writer.read { connection in
        try ExportTable(db: connection).page(after: last, upTo: bound, account: account)
      }
      lines = page.visits.reversed().map(ExportLine.visit)
      // In a damaged file, visits may not be in the order of their numbers. End the export then,
      // because the next page must begin after this page.
      return page.isLast || page.last <= last ? .done : .reading(after: page.last, upTo: bound)
    }
  }
}
