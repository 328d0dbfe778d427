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
/// `Settings.lastRepairStep`, the process is killed after that step of the repair of a damaged
/// file.
struct Opening {
  let url: URL
  let settings: Settings

  func run() async throws {
    var configuration = settings.store
    let (last, log) = (settings.lastRepairStep, settings.losesLog ? url.path + "-wal" : nil)
    configuration.repairStep = { step in
      if let log, step == .databaseMoved { unlink(log) }
      if step == last { raise(SIGKILL) }
    }
    let store = try NavStore(url: url, configuration: configuration)
    _ = try store.scenes()
    Output.say("opened")
  }
}
