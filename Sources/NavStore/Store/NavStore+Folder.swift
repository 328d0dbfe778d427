import NavStorePlatform

extension NavStore.Configuration {
  /// The folder of a store's file.
  public struct Folder: Sendable, Hashable {
    enum Place: Hashable {
      case standard, memory
      case appGroup(String)
      case url(URL)
    }

    let place: Place

    /// The app's own folder: see ``NavStore/standard``.
    public static let standard = Folder(place: .standard)

    /// No folder: the store is in memory, and its data is lost when the process ends.
    public static let memory = Folder(place: .memory)

    /// `Library/Application Support/NavStore` in the container of an app group, which the app's
    /// extensions also read and write. On tvOS, it is `Library/Caches/NavStore`.
    ///
    /// The system ends a suspended app that holds a lock in a shared container. So suspend the
    /// store when the app enters the background (``NavStore/suspend()``), as the routers' views do.
    /// Without such a container (no entitlement, or Linux), ``NavStore/standard`` is in memory, and
    /// opening another store throws `fileUnusable`.
    public static func appGroup(_ identifier: String) -> Folder {
      Folder(place: .appGroup(identifier))
    }

    /// The file `NavStore.sqlite` in `folder`. Both are created if they are missing. The app
    /// decides how the folder is protected and whether it is backed up.
    public static func url(_ folder: URL) -> Folder { Folder(place: .url(folder)) }
  }
}
