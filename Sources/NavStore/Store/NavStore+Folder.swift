import NavStorePlatform

extension NavStore.Configuration {
  /// Where ``NavStore/standard`` keeps its file.
  public struct Folder: Sendable, Hashable {
    enum Place: Hashable {
      case standard, memory
      case appGroup(String)
      case url(URL)
    }

    let place: Place

    /// The app's own: see ``NavStore/standard``.
    public static let standard = Folder(place: .standard)

    /// None: the store works in memory, and ends with the process.
    public static let memory = Folder(place: .memory)

    /// `Library/Application Support/NavStore` (`Library/Caches/NavStore` on tvOS) in the container of
    /// an app group, which the app's extensions read and write too.
    ///
    /// The system ends apps that sleep with a lock in a shared container: suspend the store in the
    /// background (``NavStore/suspend()``), which the routers' views do. If there is no
    /// such container (no entitlement; Linux), the store works in memory.
    public static func appGroup(_ identifier: String) -> Folder {
      Folder(place: .appGroup(identifier))
    }

    /// The file `NavStore.sqlite` in that folder, which is made if it is missing. Its protection,
    /// and whether it is backed up, are the app's to say.
    public static func url(_ folder: URL) -> Folder { Folder(place: .url(folder)) }
  }
}
