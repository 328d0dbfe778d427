/// The place of ``NavStore/standard``. It depends only on the folder that the app has set and on
/// ``Surroundings``.
struct StandardPlace: Equatable, Sendable {
  let folder: NavStore.Configuration.Folder

  /// Whether the existing store is deleted before the store is opened.
  var isFresh = false

  /// The inputs, other than the app's configuration, from which the place is chosen.
  struct Surroundings: Equatable, Sendable {
    var arguments: [String] = []
    var environment: [String: String] = [:]

    /// Whether XCTest or Swift Testing is loaded.
    var hasTestLibrary = false
  }
}

extension StandardPlace {
  /// Chooses the place. `folder` is `nil` if the app has not configured the store.
  init(_ folder: NavStore.Configuration.Folder?, in surroundings: Surroundings) {
    let argument = surroundings.launchArgument
    let isUnsetInTests = folder == nil && argument == nil && surroundings.isInTests
    let isInMemory = argument == .memory || surroundings.isPreview || isUnsetInTests
    self.folder = isInMemory ? .memory : folder ?? .standard
    isFresh = argument == .fresh && self.folder != .memory
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
  /// even if it inherits their environment. On the other systems, an app can't start another app.
  var isInTests: Bool {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      hasTestLibrary || environment["XCTestConfigurationFilePath"] != nil
    #else
      hasTestLibrary
    #endif
  }
}
