import NavStorePlatform

// The inputs of `StandardPlace` that come from the system.

extension StandardPlace.Surroundings {
  /// The surroundings of this process.
  static var own: Self {
    let process = ProcessInfo.processInfo
    #if canImport(Darwin)
      // Name the subfolder after the program, because all programs outside an app's container share
      // the base folder.
      let program = Bundle.main.bundleIdentifier ?? process.processName
    #else
      let program = process.processName
    #endif
    return Self(
      platform: .own, program: program, arguments: process.arguments,
      environment: process.environment, hasTestLibrary: TestLibrary.isLoaded)
  }
}

extension StandardPlace.Surroundings.Platform {
  static var own: Self {
    #if os(iOS)
      .iOS
    #elseif os(macOS)
      .macOS
    #elseif os(tvOS)
      .tvOS
    #elseif os(watchOS)
      .watchOS
    #elseif os(visionOS)
      .visionOS
    #else
      .linux
    #endif
  }
}

private enum TestLibrary {
  /// Whether a symbol of Swift Testing (its entry point) or XCTest (its test case class) is loaded.
  static var isLoaded: Bool {
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

extension StandardPlace.Base {
  /// Returns the URL of the base folder. Throws `unreadable` if the system or the app has no such
  /// folder.
  func url() throws(NavStore.Error) -> URL {
    switch self {
    case .folder(let path): return URL(fileURLWithPath: path, isDirectory: true)
    case .dataHome: return try StoreFolder.dataHome()
    case .appGroup(let group):
      #if canImport(Darwin)
        let container = FileManager.default.containerURL(
          forSecurityApplicationGroupIdentifier: group)
        if let container { return container }
      #endif
      throw NavStore.Error(
        .unreadable, "The app has no container of that app group: is the entitlement there?")
    case .applicationSupport, .caches:
      #if canImport(Darwin)
        do {
          return try FileManager.default.url(
            for: self == .caches ? .cachesDirectory : .applicationSupportDirectory,
            in: .userDomainMask, appropriateFor: nil, create: true)
        } catch {
          throw NavStore.Error(.unreadable, "The app's folder for its files cannot be made.")
        }
      #else
        throw NavStore.Error(.unreadable, "This system has no such folder.")
      #endif
    }
  }
}

/// The folder that holds the standard store.
enum StoreFolder {
  /// Creates the folder with permissions for its owner only. If only the library uses it
  /// (`isOurs`), protects it and excludes it from backups on Apple's systems.
  static func make(_ folder: URL, isOurs: Bool) throws(NavStore.Error) {
    do throws(NavStore.Error) {
      try Files.makeFolder(folder.path)
    } catch {
      guard error.reason != .diskFull else { throw error }
      throw NavStore.Error(.unreadable, "The folder for the store cannot be made.")
    }
    #if canImport(Darwin)
      if isOurs { setAttributes(of: folder) }
    #endif
  }

  #if canImport(Darwin)
    /// Sets the folder's file protection, and excludes it from backups. Errors are ignored, because
    /// the file can be used without these attributes.
    private static func setAttributes(of folder: URL) {
      #if !os(macOS)
        // An app may be launched in the background while the device is locked. With a stricter
        // protection class, every save would fail in such a launch. Files created in the folder
        // inherit the class.
        try? FileManager.default.setAttributes(
          [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
          ofItemAtPath: folder.path)
      #endif
      var folder = folder
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try? folder.setResourceValues(values)
    }
  #endif

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
