import NavStoreSQLite

extension NavStore {
  /// All visits as [JSON Lines](https://jsonlines.org): each element is one line, without its line
  /// feed.
  ///
  /// ```swift
  /// for try await line in store.exportHistory() { try file.write(line + "\n") }
  /// ```
  ///
  /// Lines are UTF-8 and hold no line feed. Members stand in the order below; what a reader does
  /// not know it must pass over, since members may be added under the same version. A change of
  /// what one means is a new version.
  ///
  /// The first line says what this is:
  ///
  /// | member | type | |
  /// | --- | --- | --- |
  /// | `format` | string | `"navstore-history"` |
  /// | `version` | integer | 1 |
  /// | `exportedTime` | integer | when the export began, in milliseconds since 1970, UTC |
  /// | `exportedAt` | string | the same as ISO 8601, `2023-11-14T22:13:20.000Z` |
  /// | `account` | string or null | whose history this is; null: everybody's |
  ///
  /// Each line after it is a visit, by ascending `id`, so parents come before their children:
  ///
  /// | member | type | |
  /// | --- | --- | --- |
  /// | `id` | integer | its number, above 0; no two visits ever have the same |
  /// | `account` | string | whose it is; empty: nobody's |
  /// | `scene` | string or null | the key of its scene; null if that was deleted |
  /// | `stack` | string | the name of its stack; empty for the unnamed one |
  /// | `parent` | integer or null | the `id` of the visit that it stands on, forgotten ones passed over; null: the root screen |
  /// | `sequence` | integer or null | its place in the order in which visits were first seen: its `id`, unless it was covered when it was made and came on top later; null: never seen |
  /// | `time` | integer or null | when it was first seen, in milliseconds since 1970, UTC, by the clock at that time; null: never seen |
  /// | `visitedAt` | string or null | the same as ISO 8601 in UTC; a year outside of 0 to 9999 with a sign and six digits or more |
  /// | `item` | string or null | the history key of its item |
  /// | `kind` | string or null | the kind of its item, by the name that it was first stored under |
  /// | `title` | string or null | the title of its item, if it has one |
  /// | `tag` | string or null | the tag of its route's type, as it was stored |
  /// | `version` | integer or null | the version of the route's shape |
  /// | `route` | any JSON | the route, byte for byte as it was stored |
  /// | `damaged` | `true` | there only if the file has lost the route or its bytes are not those that were stored; `route` is null then, and so are those of `item` to `version` that are lost |
  ///
  /// Visits that were forgotten are left out, also those that are while lines are read. Visits made,
  /// or first seen, after the first line was asked for are left out, or not seen, in this export.
  /// Titles, and routes that are rewritten meanwhile, are as they stand when their line is read.
  ///
  /// Lines are read in pages of at most 256 visits or a mebibyte of routes (and one more), each of
  /// them a short read of its own: an export keeps no save waiting, holds no snapshot in between,
  /// and a page is all that it keeps in memory. Each iteration is an export of its own.
  public struct HistoryExport: AsyncSequence, Sendable {
    let store: NavStore
    let account: String?

    /// Begins an export. Nothing is read before the first line is asked for.
    public func makeAsyncIterator() -> Iterator {
      Iterator(store: store, account: account)
    }

    /// One export on its way.
    public struct Iterator: AsyncIteratorProtocol {
      private let store: NavStore
      private let account: String?
      private var state = State.start

      /// The lines of a page, the next one last.
      private var lines: [String] = []

      private enum State {
        case start
        case reading(after: Int64, upTo: Int64)
        case done
      }

      fileprivate init(store: NavStore, account: String?) {
        self.store = store
        self.account = account
      }

      /// The next line; nil after the last, and after an error.
      ///
      /// - Throws: ``NavStore/Error`` with code `invalidArgument`, `fileUnusable`, `busy` or
      ///   `closed`.
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
        if let account { try Key.check(account, "account", mayBeEmpty: true) }
        let bound = try await store.reader.read { try VisitTable(db: $0).largestNumber() }
        let now = store.writer.now
        lines = [ExportLine.header(account: account, time: now)]
        return .reading(after: 0, upTo: bound)
      }

      private mutating func read(
        _ last: Int64, _ bound: Int64
      ) async throws(NavStore.Error) -> State {
        let account = account
        let page = try await store.reader.read { connection in
          try ExportTable(db: connection).page(after: last, upTo: bound, account: account)
        }
        lines = page.visits.reversed().map(ExportLine.visit)
        // Upwards in any case: in a damaged file the order may be another.
        return page.isLast || page.last <= last ? .done : .reading(after: page.last, upTo: bound)
      }
    }
  }
}

extension NavStore {
  /// All visits as JSON Lines, as they are when the first line is asked for: see
  /// ``HistoryExport`` for the format.
  ///
  /// - Parameter account: Whose; empty for nobody's, nil for everybody's.
  public func exportHistory(account: String? = nil) -> HistoryExport {
    HistoryExport(store: self, account: account)
  }
}
