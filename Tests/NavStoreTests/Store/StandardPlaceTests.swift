import Foundation
import Testing

@testable import NavStore

/// The location of the standard store on each platform.
@Suite struct StandardPlaceTests {
  private typealias Platform = StandardPlace.Surroundings.Platform

  private func surroundings(
    _ platform: Platform, _ arguments: String..., environment: [String: String] = [:],
    hasTestLibrary: Bool = false
  ) -> StandardPlace.Surroundings {
    StandardPlace.Surroundings(
      platform: platform, program: "com.example.shop", arguments: ["shop"] + arguments,
      environment: environment, hasTestLibrary: hasTestLibrary)
  }

  @Test(
    "Each platform has a default folder that an app may write to",
    arguments: zip(
      Platform.allCases,
      [.applicationSupport, .applicationSupport, .caches, .applicationSupport, .applicationSupport]
        + [.dataHome] as [StandardPlace.Base]))
  private func own(_ platform: Platform, _ base: StandardPlace.Base) {
    let place = StandardPlace(nil, in: surroundings(platform))
    #expect(place.location == .file(base, subfolders: ["com.example.shop", "NavStore"]))
    #expect(place.reason == .platform)
    #expect(place.isOurs && !place.isFresh)
    // A configuration that keeps the default folder doesn't change the location.
    #expect(StandardPlace(.standard, in: surroundings(platform)) == place)
  }

  @Test(
    "An app group's container uses Caches on tvOS and Application Support elsewhere",
    arguments: Platform.allCases)
  private func appGroup(_ platform: Platform) {
    let place = StandardPlace(.appGroup("group.shop"), in: surroundings(platform))
    let support = platform == .tvOS ? "Caches" : "Application Support"
    let subfolders = ["Library", support, "NavStore"]
    #expect(place.location == .file(.appGroup("group.shop"), subfolders: subfolders))
    #expect(place.reason == .setUp && place.isOurs)
  }

  @Test("A folder set by the app is not the library's own")
  func url() {
    let place = StandardPlace(.url(URL(fileURLWithPath: "/data/shop")), in: surroundings(.iOS))
    #expect(place.location == .file(.folder(path: "/data/shop"), subfolders: []))
    #expect(place.reason == .setUp && !place.isOurs)
  }

  @Test("A preview works in memory with any configuration", arguments: Platform.allCases)
  private func preview(_ platform: Platform) {
    let preview = surroundings(platform, environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"])
    for folder in [nil, .standard, .appGroup("group.shop")] as [NavStore.Configuration.Folder?] {
      let place = StandardPlace(folder, in: preview)
      #expect(place.location == .memory && place.reason == .preview)
    }
    let none = surroundings(platform, environment: ["XCODE_RUNNING_FOR_PREVIEWS": "0"])
    #expect(StandardPlace(nil, in: none).location != .memory)
  }

  @Test("A test process works in memory until it configures the store")
  func tests() {
    for platform in Platform.allCases {
      let tests = surroundings(platform, hasTestLibrary: true)
      #expect(StandardPlace(nil, in: tests).location == .memory)
      #expect(StandardPlace(nil, in: tests).reason == .tests)
      #expect(StandardPlace(.standard, in: tests).location != .memory)
      #expect(StandardPlace(.memory, in: tests).reason == .setUp)
    }
  }

  @Test("On macOS and Linux, a child of a test process is not a test process")
  func startedByTests() {
    let environment = ["XCTestConfigurationFilePath": "/tmp/run.xctestconfiguration"]
    for platform in [.macOS, .linux] as [Platform] {
      let child = surroundings(platform, environment: environment)
      #expect(StandardPlace(nil, in: child).location != .memory, "\(platform)")
    }
    // On these platforms, an app can't start another app. A process with this environment is
    // therefore the host of unit tests, not a process that the host started.
    for platform in [.iOS, .tvOS, .watchOS, .visionOS] as [Platform] {
      let host = surroundings(platform, environment: environment)
      #expect(StandardPlace(nil, in: host).reason == .tests, "\(platform)")
    }
  }

  @Test("A launch argument overrides all other settings", arguments: Platform.allCases)
  private func launchArgument(_ platform: Platform) {
    let memory = surroundings(platform, "-NavStore", "memory")
    let fresh = surroundings(platform, "-NavStore", "fresh", hasTestLibrary: true)
    for folder in [nil, .standard, .appGroup("group.shop")] as [NavStore.Configuration.Folder?] {
      #expect(StandardPlace(folder, in: memory).reason == .launchArgument)
      #expect(StandardPlace(folder, in: memory).location == .memory)
      let place = StandardPlace(folder, in: fresh)
      #expect(place.isFresh && place.location != .memory)
    }
    #expect(!StandardPlace(.memory, in: fresh).isFresh)
    for arguments in [["-NavStore"], ["-NavStore", "Memory"], ["memory"], ["fresh", "-NavStore"]] {
      var other = surroundings(platform)
      other.arguments += arguments
      #expect(StandardPlace(nil, in: other) == StandardPlace(nil, in: surroundings(platform)))
    }
  }

  @Test("This process runs tests, and its standard store is in memory")
  func here() throws {
    #expect(StandardPlace.Surroundings.own.hasTestLibrary)
    #expect(NavStore.standard.openReport.url == nil)
    #expect(NavStore.standard.openReport.fallbackReason == nil)
  }

  @Test("Configuring after the first use is reported and changes nothing")
  func tooLate() {
    let messages = Locked<[String]>([])
    ProblemLog.addListener { message in messages.withLock { $0.append(message) } }
    _ = NavStore.standard
    #expect(!NavStore.configure(NavStore.Configuration(folder: .standard)))
    #expect(messages.withLock { $0.contains { $0.contains("configure(_:) came after") } })
    #expect(NavStore.standard.openReport.url == nil)
  }
}
