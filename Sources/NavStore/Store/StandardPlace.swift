/// Where ``NavStore/standard`` keeps what it saves, and why there: decided from values only.
struct StandardPlace: Equatable, Sendable {
  /// What holds the subfolders.
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

  /// Whether what is there goes before the store is opened.
  var isFresh = false

  /// Whether the folder is the library's alone: it makes, protects and excludes it, and renames a
  /// stranger in the file's place.
  var isOurs: Bool {
    if case .file(.folder, _) = location { false } else { true }
  }

  /// What decides, but for the app's own word.
  struct Surroundings: Equatable, Sendable {
    enum Platform: CaseIterable, Sendable { case iOS, macOS, tvOS, watchOS, visionOS, linux }

    var platform: Platform

    /// The bundle identifier, else the name of the program.
    var program: String
    var arguments: [String] = []
    var environment: [String: String] = [:]

    /// Whether XCTest or Swift Testing is loaded.
    var hasTestLibrary = false
  }

  /// `folder` is nil if the app has not set the store up.
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

  /// The place of a folder that the app has chosen, whatever the launch arguments and the process are.
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
    // Nothing else may be written on a device that runs tvOS, in a group's container either.
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
  /// What follows `-NavStore` in the arguments of a launch.
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

  /// Whether this process is one that tests run in. One that they start is none, though it inherits
  /// the environment if there are such processes.
  var isInTests: Bool {
    if hasTestLibrary { return true }
    switch platform {
    case .macOS, .linux: return false
    case .iOS, .tvOS, .watchOS, .visionOS:
      return environment["XCTestConfigurationFilePath"] != nil
    }
  }
}
