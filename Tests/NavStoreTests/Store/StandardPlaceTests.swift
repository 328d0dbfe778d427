import Foundation
import Testing

@testable import NavStore

/// The place of the standard store.
@Suite struct StandardPlaceTests {
  private func surroundings(
    _ arguments: String..., environment: [String: String] = [:], hasTestLibrary: Bool = false
  ) -> StandardPlace.Surroundings {
    StandardPlace.Surroundings(
      arguments: ["shop"] + arguments, environment: environment, hasTestLibrary: hasTestLibrary)
  }

  @Test("The default folder is named after the program, in a folder that an app may write to")
  func own() throws {
    let place = StandardPlace(nil, in: surroundings())
    #expect(place.folder == .standard && place.folder.isOurs && !place.isFresh)
    // A configuration that keeps the default folder doesn't change the place.
    #expect(StandardPlace(.standard, in: surroundings()) == place)
    #if os(Linux)
      let program = ProcessInfo.processInfo.processName
      let url = try StoreFolder.dataHome().appendingPathComponent(program + "/NavStore")
      #expect(try place.folder.url()?.path == url.path)
    #endif
  }

  @Test("A folder set by the app is not the library's own")
  func url() throws {
    let place = StandardPlace(.url(URL(fileURLWithPath: "/data/shop")), in: surroundings())
    #expect(try place.folder.url()?.path == "/data/shop")
    #expect(!place.folder.isOurs)
    #expect(StandardPlace(.appGroup("group.shop"), in: surroundings()).folder.isOurs)
  }

  @Test("A preview works in memory with any configuration")
  func preview() {
    let preview = surroundings(environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"])
    for folder in [nil, .standard, .appGroup("group.shop")] as [NavStore.Configuration.Folder?] {
      #expect(StandardPlace(folder, in: preview).folder == .memory)
    }
    let none = surroundings(environment: ["XCODE_RUNNING_FOR_PREVIEWS": "0"])
    #expect(StandardPlace(nil, in: none).folder != .memory)
  }

  @Test("A test process works in memory until it configures the store")
  func tests() {
    let tests = surroundings(hasTestLibrary: true)
    #expect(StandardPlace(nil, in: tests).folder == .memory)
    #expect(StandardPlace(.standard, in: tests).folder != .memory)
    #expect(StandardPlace(.memory, in: tests).folder == .memory)
  }

  @Test("On macOS and Linux, a child of a test process is not a test process")
  func startedByTests() {
    let environment = ["XCTestConfigurationFilePath": "/tmp/run.xctestconfiguration"]
    let place = StandardPlace(nil, in: surroundings(environment: environment))
    #if os(macOS) || os(Linux)
      #expect(place.folder == .standard)
    #else
      // An app can't start another app. A process with this environment is therefore the host of
      // unit tests, not a process that the host started.
      #expect(place.folder == .memory)
    #endif
  }

  @Test("A launch argument overrides all other settings")
  func launchArgument() {
    let memory = surroundings("-NavStore", "memory")
    let fresh = surroundings("-NavStore", "fresh", hasTestLibrary: true)
    for folder in [nil, .standard, .appGroup("group.shop")] as [NavStore.Configuration.Folder?] {
      #expect(StandardPlace(folder, in: memory).folder == .memory)
      let place = StandardPlace(folder, in: fresh)
      #expect(place.isFresh && place.folder != .memory)
    }
    #expect(!StandardPlace(.memory, in: fresh).isFresh)
    for arguments in [["-NavStore"], ["-NavStore", "Memory"], ["memory"], ["fresh", "-NavStore"]] {
      var other = surroundings()
      other.arguments += arguments
      #expect(StandardPlace(nil, in: other) == StandardPlace(nil, in: surroundings()))
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
