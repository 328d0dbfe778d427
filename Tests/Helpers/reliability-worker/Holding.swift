import CSQLite
import NavStoreSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Another program that uses the store's file without NavStore. It begins a transaction, prints
/// `held`, and never ends the transaction.
struct Holding {
  let url: URL
  let settings: Settings

  func run() throws {
    let connection = try Connection(
      path: url.path, flags: SQLITE_OPEN_READWRITE, busyTimeoutMilliseconds: 5_000)
    if settings.holdsWriteLock {
      try connection.transaction { wait() }
    } else {
      try connection.snapshot {
        // SQLite begins the snapshot of a read transaction at its first read.
        _ = try connection.first("SELECT count(*) FROM visit") { $0.int(0) }
        wait()
      }
    }
  }

  private func wait() {
    Output.say("held")
    while true { sleep(1_000) }
  }
}
