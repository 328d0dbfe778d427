/// The location of the file of ``NavStore/standard``, and the reason why it was chosen. The choice
/// depends only on the folder that the app has set and on ``Surroundings``.
struct StandardPlace: Equatable, Sendable {
  /// The folder that contains the subfolders of the store, such as `NavStore`.
  enum Base: Equatable, Sendable {
    case applicationSupport, caches

    /// `$XDG_DATA_HOME` or its default.
    case dataHome
    case appGroup(String)
    case folder(path: String)
  }

  enum Location: Equatable, Sendable {
    case memory
    case file(Base, subfolders: [String])
  }

  enum Reason: Equatable, Sendable {
    case launchArgument, preview, tests, setUp, platform
  }

  let location: Location
  let reason: Reason

  /// Whether the existing store is deleted before the store is opened.
  var isFresh = false

  /// Whether only the library uses the folder, because the app hasn't set it by URL. The library
  /// then protects the folder, excludes it from backups, and renames another program's file at the
  /// path of the store.
  var isOurs: Bool {
    if case .file(.folder, _) = location { false } else { true }
  }

  /// The inputs, other than the app's configuration, from which the location of the file is chosen.
  struct Surroundings: Equatable, Sendable {
    enum Platform: CaseIterable, Sendable { case iOS, macOS, tvOS, watchOS, visionOS, linux }

    var platform: Platform

    /// The bundle identifier, or else the name of the program.
    var program: String
    var arguments: [String] = []
    var environment: [String: String] = [:]

    /// Whether XCTest or Swift Testing is loaded.
    var hasTestLibrary = false
  }

  /// Chooses the location of the file. `folder` is `nil` if the app has not configured the store.
  init(_ folder: NavStore.Configuration.Folder?, in surroundings: Surroundings) {
    let argument = surroundings.launchArgument
    if argument == .memory {
      (location, reason) = (.memory, .launchArgument)
    } else if surroundings.isPreview {
      (location, reason) = (.memory, .preview)
    } else if folder == .memory {
      (location, reason) = (.memory, .setUp)
    } else if folder == nil, argument == nil, surroundings.isInTests {
      (location, reason) = (.memory, .tests)
    } else {
      (location, reason) = Self.file(folder ?? .standard, in: surroundings)
      isFresh = argument == .fresh
    }
  }

  /// Chooses the location of the file for a folder that the app has set, without regard to launch
  /// arguments and tests.
  init(_ folder: NavStore.Configuration.Folder) {
    if folder == .memory {
      (location, reason) = (.memory, .setUp)
    } else {
      (location, reason) = Self.file(folder, in: .own)
    }
  }

  private static func file(
    _ folder: NavStore.Configuration.Folder, in surroundings: Surroundings
  ) -> (Location, Reason) {
    // On tvOS, an app may write only to caches, even in a group's container.
    let isCache = surroundings.platform == .tvOS
    switch folder.place {
    case .url(let url): return (.file(.folder(path: url.path), subfolders: []), .setUp)
    case .appGroup(let group):
      let support = isCache ? "Caches" : "Application Support"
      return (.file(.appGroup(group), subfolders: ["Library", support, "NavStore"]), .setUp)
    case .standard, .memory:
      let base: Base =
        switch surroundings.platform {
        case .linux: .dataHome
        case .tvOS: .caches
        case .iOS, .macOS, .watchOS, .visionOS: .applicationSupport
        }
      return (.file(base, subfolders: [surroundings.program, "NavStore"]), .platform)
    }
  }
}

extension StandardPlace.Surroundings {
  /// The value of the launch argument `-NavStore`.
  enum LaunchArgument: String {
    case memory, fresh
  }

  var launchArgument: LaunchArgument? {
    guard let place = arguments.lastIndex(of: "-NavStore"), place + 1 < arguments.count else {
      return nil
    }
    return LaunchArgument(rawValue: arguments[place + 1])
  }

  var hasUnknownArgument: Bool { launchArgument == nil && arguments.contains("-NavStore") }

  var isPreview: Bool { environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" }

  /// Whether this process runs tests. On macOS and Linux, a process that tests start doesn't count,
  /// even if it inherits their environment.
  var isInTests: Bool {
    if hasTestLibrary { return true }
    switch platform {
    case .macOS, .linux: return false
    case .iOS, .tvOS, .watchOS, .visionOS:
      return environment["XCTestConfigurationFilePath"] != nil
    }
  }
}
