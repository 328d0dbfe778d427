#if canImport(SwiftUI)
  import Foundation
  import NavRouting

  extension NavStore {
    /// The app's store. `NavStore.standard` would do if history were always kept equally long.
    static let shop: NavStore = {
      var configuration = Configuration()
      configuration.retention.age = HistoryAge.saved.duration
      do {
        let folder = try FileManager.default.url(
          for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        return try NavStore(
          url: folder.appending(path: "Shop/Navigation.sqlite"), configuration: configuration)
      } catch {
        // A file that cannot be opened costs the past, not the app.
        return .inMemory(configuration: configuration)
      }
    }()
  }
#endif
