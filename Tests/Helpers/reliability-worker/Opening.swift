import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Opens the store, looks once, and ends without closing it.
struct Opening {
  let url: URL
  let settings: Settings

  func run() async throws {
    let store = try NavStore(url: url, configuration: settings.store)
    _ = try store.scenes()
    Output.say("opened")
  }
}
