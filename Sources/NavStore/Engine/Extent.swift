import NavStoreSQLite

/// How far a piece of work may go.
enum Extent {
  /// What an app's first frame may wait for.
  case short

  /// What the app asked for: all that the file has, unless its task is cancelled.
  case whole(isCancelled: @Sendable () -> Bool)

  /// The work on `connection` begins.
  func begin(on connection: Connection, _ limits: NavStore.Limits) throws {
    switch self {
    case .short: connection.beginWork(.short(limits))
    case .whole(let isCancelled):
      try connection.beginWork(.wholeFile(of: connection, limits), isCancelled: isCancelled)
    }
  }
}
