#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavStore {
  /// The app's own store, in its own folder, opened on first use and shared by the process.
  ///
  /// Never throws: where the file cannot be opened, the app works with a store in memory, and
  /// ``OpenReport/fallbackReason`` says why. The file is left untouched then, for a launch that
  /// can open it. A file there that was never a store is renamed, and never deleted.
  ///
  /// The folder is `Application Support/NavStore` of the app's container on Apple systems (under
  /// the bundle identifier where there is no container), and `$XDG_DATA_HOME/PROGRAM/NavStore`,
  /// usually `~/.local/share/…`, on Linux
  /// ([XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)).
  /// It is excluded from backups, and readable after the first unlock, where the system has that.
  public static let standard: NavStore = {
    var configuration = Configuration()
    configuration.renamesStrangers = true
    do {
      let folder = try standardFolder()
      try StoreFolder.make(folder)
      let url = folder.appendingPathComponent("NavStore.sqlite", isDirectory: false)
      return try NavStore(url: url, configuration: configuration)
    } catch {
      var file = StoreFile.openInMemory(configuration: configuration)
      var report = file.report
      report.fallbackReason = NavStore.Error(error)
      file = StoreFile(connection: file.connection, path: nil, report: report)
      return NavStore(file, configuration: configuration)
    }
  }()

  private static func standardFolder() throws -> URL {
    #if canImport(Darwin)
      let support = try FileManager.default.url(
        for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
      // In a container the folder is the app's alone; elsewhere every program shares it.
      let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
      return
        support
        .appendingPathComponent(name, isDirectory: true)
        .appendingPathComponent("NavStore", isDirectory: true)
    #else
      return try StoreFolder.dataHome()
        .appendingPathComponent(ProcessInfo.processInfo.processName, isDirectory: true)
        .appendingPathComponent("NavStore", isDirectory: true)
    #endif
  }
}

/// The folder that holds the standard store.
enum StoreFolder {
  /// Makes it, for its owner only, with what the platform has of protection.
  static func make(_ folder: URL) throws {
    do throws(NavStore.Error) {
      try Files.makeFolder(folder.path)
    } catch {
      throw NavStore.Error(.unreadable, "The folder for the store cannot be made.")
    }
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      // Background launches happen with the device locked: a stricter class would make every save
      // fail then. Files made inside inherit it.
      try FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
        ofItemAtPath: folder.path)
    #endif
    #if canImport(Darwin)
      var folder = folder
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try folder.setResourceValues(values)
    #endif
  }

  #if !canImport(Darwin)
    /// `$XDG_DATA_HOME` where it is an absolute path, as the specification asks, or its default.
    static func dataHome(
      environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> URL {
      if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
        return URL(fileURLWithPath: path, isDirectory: true)
      }
      guard let home = environment["HOME"], home.hasPrefix("/") else {
        throw NavStore.Error(.unreadable, "Neither XDG_DATA_HOME nor HOME names a folder.")
      }
      return URL(fileURLWithPath: home, isDirectory: true)
        .appendingPathComponent(".local/share", isDirectory: true)
    }
  #endif
}
