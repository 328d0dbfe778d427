import NavStore

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

/// Opens the store, reads its scenes, and ends the process without closing the store. With
/// `Settings.lastChange`, the process is killed at that change of a file in the repair of a damaged
/// file.
struct Opening {
  let url: URL
  let settings: Settings

  func run() async throws {
    let (path, settings, count) = (url.path, settings, Locked(0))
    let store = try Files.$listener.withValue({ change in
      if settings.losesLog, case .moved(path, _) = change { unlink(path + "-wal") }
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == settings.lastChange { raise(SIGKILL) }
    }) {
      try NavStore(url: url, configuration: settings.store)
    }
    _ = try store.scenes()
    Output.say("opened")
  }
}
