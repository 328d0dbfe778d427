import NavStorePlatform

/// The inputs, other than the app's configuration, from which the place of ``NavStore/standard`` is
/// chosen. They are those of this process by default.
struct Surroundings: Equatable, Sendable {
  var arguments = ProcessInfo.processInfo.arguments
  var environment = ProcessInfo.processInfo.environment

  /// Whether XCTest or Swift Testing is loaded.
  var hasTestLibrary = isTestLibraryLoaded
}

extension Surroundings {
  /// Returns the folder of the standard store. `folder` is `nil` if the app has not configured the
  /// store.
  func folder(
    insteadOf folder: NavStore.Configuration.Folder?
  ) -> NavStore.Configuration.Folder {
    let isUnsetInTests = folder == nil && launchArgument == nil && isInTests
    let isInMemory = launchArgument == .memory || isPreview || isUnsetInTests
    return isInMemory ? .memory : folder ?? .standard
  }

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
    hasTestLibrary || systemSuspendsApps && environment["XCTestConfigurationFilePath"] != nil
  }
}
