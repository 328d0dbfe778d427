import NavStorePlatform

// The inputs of the standard store's place that come from the system, and the system's folders.

extension Surroundings {
  /// Whether a symbol of Swift Testing (its entry point) or XCTest (its test case class) is loaded.
  static var isTestLibraryLoaded: Bool {
    #if canImport(Darwin)
      // RTLD_DEFAULT, a macro that Swift cannot import.
      let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
      let symbols = ["swt_abiv0_getEntryPoint", "OBJC_CLASS_$_XCTestCase"]
    #else
      let everywhere: UnsafeMutableRawPointer? = nil
      let symbols = ["swt_abiv0_getEntryPoint", "$s6XCTest0A4CaseCN"]
    #endif
    return symbols.contains { dlsym(everywhere, $0) != nil }
  }
}

extension NavStore.Configuration.Folder {
  /// Whether only the library uses the folder, because the app hasn't set it by URL. The library
  /// then protects the folder, excludes it from backups, and renames another program's file at the
  /// path of the store.
  var isOurs: Bool {
    if case .url = place { false } else { true }
  }

  #if os(tvOS)
    // An app may write only to caches, even in a group's container.
    private static let library = "Caches"
    private static let directory = FileManager.SearchPathDirectory.cachesDirectory
  #elseif canImport(Darwin)
    private static let library = "Application Support"
    private static let directory = FileManager.SearchPathDirectory.applicationSupportDirectory
  #endif

  /// Returns the URL of the folder, or `nil` if the store is in memory. Throws `unreadable` if the
  /// system or the app has no such folder.
  func url() throws(NavStore.Error) -> URL? {
    switch place {
    case .memory: return nil
    case .url(let url): return URL(fileURLWithPath: url.path, isDirectory: true)
    case .appGroup(let group):
      #if canImport(Darwin)
        let container = FileManager.default.containerURL(
          forSecurityApplicationGroupIdentifier: group)
        if let container { return container.folder("Library", Self.library, "NavStore") }
      #endif
      throw NavStore.Error(
        .unreadable, "The app has no container of that app group: is the entitlement there?")
    case .standard:
      let program = ProcessInfo.processInfo.processName
      #if canImport(Darwin)
        do {
          let base = try FileManager.default.url(
            for: Self.directory, in: .userDomainMask, appropriateFor: nil, create: true)
          // Name the subfolder after the program, because all programs outside an app's container
          // share the base folder.
          return base.folder(Bundle.main.bundleIdentifier ?? program, "NavStore")
        } catch {
          throw NavStore.Error(.unreadable, "The app's folder for its files cannot be made.")
        }
      #else
        return try StoreFolder.dataHome().folder(program, "NavStore")
      #endif
    }
  }
}

extension URL {
  fileprivate func folder(_ names: String...) -> URL {
    names.reduce(self) { $0.appendingPathComponent($1, isDirectory: true) }
  }
}

/// The folder that holds the standard store.
enum StoreFolder {
  /// On Apple's systems, sets the file protection of a new folder that only the library uses, and
  /// excludes it from backups. Errors are ignored, because the file can be used without these
  /// attributes.
  static func setAttributes(of folder: String) {
    #if canImport(Darwin)
      #if !os(macOS)
        // An app may be launched in the background while the device is locked. With a stricter
        // protection class, every save would fail in such a launch. Files created in the folder
        // inherit the class.
        try? FileManager.default.setAttributes(
          [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
          ofItemAtPath: folder)
      #endif
      var folder = URL(fileURLWithPath: folder, isDirectory: true)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try? folder.setResourceValues(values)
    #endif
  }

  /// Returns `$XDG_DATA_HOME` if it is an absolute path, as the specification requires, or else its
  /// default.
  static func dataHome(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(NavStore.Error) -> URL {
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw NavStore.Error(.unreadable, "Neither XDG_DATA_HOME nor HOME names a folder.")
    }
    return URL(fileURLWithPath: home, isDirectory: true)
      .appendingPathComponent(".local/share", isDirectory: true)
  }
}
