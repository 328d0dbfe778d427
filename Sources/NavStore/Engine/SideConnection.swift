import NavStoreSQLite

/// A connection for reads. It is kept open between two reads.
///
/// A read that begins during another one opens a connection of its own.
final class SideConnection: Sendable {
  private struct State: ~Copyable {
    var idle: Connection?

    /// The number of calls of ``SideConnection/release()``. A read that is running during such a
    /// call closes its connection when it ends.
    var releases = 0
  }

  private let state = Locked(State())

  /// Runs `body` with a connection to the file that is at the store's path when this call begins.
  ///
  /// - Parameter open: Opens a connection. Its argument is whether the new connection replaces one
  ///   whose file or WAL is no longer at its path.
  func read<T>(
    opening open: (_ isReplacement: Bool) throws -> Connection, _ body: (Connection) throws -> T
  ) throws -> T {
    var (connection, releases) = state.withLock { state in
      defer { state.idle = nil }
      return (state.idle, state.releases)
    }
    var isReplacement = false
    if let idle = connection, idle.hasMoved || idle.hasLostLog {
      idle.close()
      (connection, isReplacement) = (nil, true)
    }
    let used = try connection ?? open(isReplacement)
    defer {
      let isKept = state.withLock { state in
        guard state.releases == releases, state.idle == nil else { return false }
        state.idle = used
        return true
      }
      if !isKept { used.close() }
    }
    return try body(used)
  }

  /// Closes the connection, at once or at the end of a running read. The next read opens another
  /// connection.
  func release() {
    let idle = state.withLock { state in
      defer { state.idle = nil }
      state.releases += 1
      return state.idle
    }
    idle?.close()
  }
}
