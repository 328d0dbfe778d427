import Foundation
import Testing

@testable import NavStore

/// The place of the standard store.
@Suite struct StandardPlaceTests {
  private func surroundings(
    _ arguments: String..., environment: [String: String] = [:], hasTestLibrary: Bool = false
  ) -> Surroundings {
    Surroundings(
      arguments: ["shop"] + arguments, environment: environment, hasTestLibrary: hasTestLibrary)
  }

  @Test("The default folder is named after the program, in a folder that an app may write to")
  func own() throws {
    let folder = surroundings().folder(insteadOf: nil)
    #expect(folder == .standard && folder.isOurs)
    // A configuration that keeps the default folder doesn't change the place.
    #expect(surroundings().folder(insteadOf: .standard) == folder)
    #if os(Linux)
      let program = ProcessInfo.processInfo.processName
      let url = try StoreFolder.dataHome().appendingPathComponent(program + "/NavStore")
      #expect(try folder.url()?.path == url.path)
    #endif
  }

  @Test("A folder set by the app is not the library's own")
  func url() throws {
    let folder = surroundings().folder(insteadOf: .url(URL(fileURLWithPath: "/data/shop")))
    #expect(try folder.url()?.path == "/data/shop")
    #expect(!folder.isOurs)
    #expect(surroundings().folder(insteadOf: .appGroup("group.shop")).isOurs)
  }

  @Test("A preview works in memory with any configuration")
  func preview() {
    let preview = surroundings(environment: ["XCODE_RUNNING_FOR_PREVIEWS": "1"])
    for folder in [nil, .standard, .appGroup("group.shop")] as [NavStore.Configuration.Folder?] {
      #expect(preview.folder(insteadOf: folder) == .memory)
    }
    let none = surroundings(environment: ["XCODE_RUNNING_FOR_PREVIEWS": "0"])
    #expect(none.folder(insteadOf: nil) != .memory)
  }

  @Test("A test process works in memory until it configures the store")
  func tests() {
    let tests = surroundings(hasTestLibrary: true)
    #expect(tests.folder(insteadOf: nil) == .memory)
    #expect(tests.folder(insteadOf: .standard) != .memory)
    #expect(tests.folder(insteadOf: .memory) == .memory)
  }

  @Test("On macOS and Linux, a child of a test process is not a test process")
  func startedByTests() {
    let environment = ["XCTestConfigurationFilePath": "/tmp/run.xctestconfiguration"]
    let folder = surroundings(environment: environment).folder(insteadOf: nil)
    #if os(macOS) || os(Linux)
      #expect(folder == .standard)
    #else
      // An app can't start another app. A process with this environment is therefore the host of
      // unit tests, not a process that the host started.
      #expect(folder == .memory)
    #endif
  }

  @Test("A launch argument overrides all other settings")
  func launchArgument() {
    let memory = surroundings("-NavStore", "memory")
    let fresh = surroundings("-NavStore", "fresh", hasTestLibrary: true)
    for folder in [nil, .standard, .appGroup("group.shop")] as [NavStore.Configuration.Folder?] {
      #expect(memory.folder(insteadOf: folder) == .memory)
      #expect(fresh.launchArgument == .fresh && fresh.folder(insteadOf: folder) != .memory)
    }
    #expect(fresh.folder(insteadOf: .memory) == .memory)
    for arguments in [["-NavStore"], ["-NavStore", "Memory"], ["memory"], ["fresh", "-NavStore"]] {
      var other = surroundings()
      other.arguments += arguments
      #expect(other.launchArgument == nil && other.folder(insteadOf: nil) == .standard)
    }
  }

  @Test("This process runs tests, and its standard store is in memory")
  func here() throws {
    #expect(Surroundings().hasTestLibrary)
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
