import Foundation
import NavRouting
import NavStoreTesting
import Testing

/// Navigation in apps with tabs, windows, libraries and accounts. Each test uses the public API in
/// the way of an app that was ported to this library.
@MainActor
@Suite("Patterns of apps: tabs, windows, accounts") struct WorkspaceAppsTests {
  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  private func window(_ scene: NavScene = .main, account: String? = nil) -> NavWindow {
    NavWindow(scene: scene, account: account, store: temporary.store)
  }

  enum Photo: NavRoute {
    case folder(id: Int)
    case image(id: Int)

    /// Upgrades version 1, in which the app stored each route as an object with `type` and `value`.
    static let coding: NavCoding<Self> = .codable(version: 2) { json, version in
      guard version < 2, case .string(let type)? = json["type"], let value = json["value"] else {
        return
      }
      json = .object([type: value])
    }
  }

  @Test("Each library has a stack of its own, and the first one imports the app's legacy file")
  func libraries() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).json")
    let old = #"[{"type":"folder","value":{"id":4}},{"type":"image","value":{"id":9}}]"#
    try Data(old.utf8).write(to: file)
    func router(_ library: Int) -> NavRouter<Photo> {
      window(account: "library \(library)")
        .router(Photo.self, migratingFrom: library == 1 ? .json(file: file) : nil)
    }
    #expect(router(1).path == [.folder(id: 4), .image(id: 9)])
    #expect(router(2).path.isEmpty)
    router(2).push(.folder(id: 7))
    router(1).pop()
    try await temporary.store.flush()

    try await temporary.relaunch(afterCrash: true)
    #expect(router(1).path == [.folder(id: 4)])
    #expect(router(2).path == [.folder(id: 7)])
    // The app's check reports that folder 4 was deleted between the two launches.
    await router(1).validate(within: .seconds(600)) { path in
      Set(path.filter { $0 == .folder(id: 4) })
    }
    #expect(router(1).path.isEmpty)
    try await temporary.store.eraseAccount("library 2")
    #expect(router(2).path.isEmpty)
    // The app's old file was the legacy state of this account, so the erasure deletes the file.
    try await temporary.store.eraseAccount("library 1")
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  enum Chat: NavRoute {
    case chat(id: Int)
    case profile(user: Int)
    case settings
  }

  @Test("A sheet, and a tab whose path was cleared and set in separate turns, are restored")
  func sheetAndNotification() async throws {
    enum Tab: String, Codable, CaseIterable { case chats, contacts }
    let first = window()
    let tabs = first.tabs(Tab.self, of: Chat.self)
    let sheet = first.presentation("sheet", of: Chat.self)
    let chats = tabs[.chats]
    for id in 1...3 {
      chats.path = []
      chats.mirroredPathChanged(.visit)
      await mainQueue()
      chats.path = [.chat(id: id)]
      chats.mirroredPathChanged(.visit)
      await mainQueue()
    }
    sheet.item = .settings
    sheet.router.push(.profile(user: 5))
    try await first.flush()

    try await temporary.relaunch(afterCrash: true)
    let again = window()
    let restored = again.tabs(Tab.self, of: Chat.self)[.chats]
    #expect(restored.path == [.chat(id: 3)])
    let back = again.presentation("sheet", of: Chat.self)
    #expect(back.item == .settings && back.router.path == [.profile(user: 5)])
  }

  @Test(
    "Tabs that open and close share one Back list, and a removed chat is removed from all of them")
  func documentTabs() async throws {
    struct Tab: Codable, Hashable { let number: Int }
    let first = window()
    let tabs = first.tabs(startingAt: Tab(number: 1), of: Chat.self)
    first.setValue([Tab(number: 1), Tab(number: 2)], named: "open tabs")
    _ = first.backForward.canGoBack
    tabs[Tab(number: 1)].push(.chat(id: 1))
    await mainQueue()
    tabs.selection = Tab(number: 2)
    await mainQueue()
    tabs[Tab(number: 2)].push(contentsOf: [.chat(id: 1), .profile(user: 5)])
    await mainQueue()
    #expect(first.backForward.back())
    await mainQueue()
    #expect(first.backForward.back())
    #expect(tabs.selection == Tab(number: 1))
    #expect(first.backForward.forward() && tabs.selection == Tab(number: 2))
    await mainQueue()

    try await first.history(of: Chat.self).removeRoutes { $0 == .chat(id: 1) }
    #expect(tabs[Tab(number: 1)].path.isEmpty)
    tabs.close(Tab(number: 2))
    first.setValue([Tab(number: 1)], named: "open tabs")
    #expect(tabs.selection == Tab(number: 1))
    try await first.flush()

    try await temporary.relaunch()
    let again = window()
    #expect(again.value([Tab].self, named: "open tabs") == [Tab(number: 1)])
    #expect(again.tabs(startingAt: Tab(number: 1), of: Chat.self).selection == Tab(number: 1))
    #expect(again.backForward.forwardEntries.isEmpty)
  }

  @Test("A menu reopens closed windows on demand, each with its stack and values")
  func windowsOnDemand() async throws {
    for name in ["map", "library", "reading"] {
      let window = window(NavScene(id: name))
      window.setValue(name, named: "item")
      window.router(Chat.self).push(.chat(id: name.utf8.count))
      try await window.flush()
    }
    try await temporary.relaunch(afterCrash: true)
    let last = try temporary.store.openScenes()
    #expect(last.map(\.id) == ["map", "library", "reading"])
    for scene in last { window(scene).close() }
    try await temporary.store.flush()
    #expect(try temporary.store.openScenes().isEmpty)
    let closed = try temporary.store.closedScenes()
    #expect(Set(closed.map(\.id)) == ["map", "library", "reading"])

    let map = try #require(closed.first { $0.id == "map" })
    let reopened = window(map)
    #expect(reopened.value(named: "item") == "map")
    #expect(reopened.router(Chat.self).path == [.chat(id: 3)])
    #expect(try temporary.store.openScenes().map(\.id) == ["map"])
  }

  /// The screens of the app. The settings have a token that must not be stored.
  enum Destination: NavElement {
    case post(id: Int, text: String)
    case settings(token: String)

    enum Stored: NavRoute { case post(id: Int) }

    static let coding: NavCoding<Self> = .stored(
      as: Stored.self,
      { if case .post(let id, _) = $0 { .post(id: id) } else { nil } },
      from: { stored in
        switch stored {
        case .post(let id): .post(id: id, text: "")
        }
      })
  }

  @Test("Each account has its own tabs, and the unstored parts of a screen are not in the file")
  func accounts() async throws {
    enum Tab: String, Codable, CaseIterable { case timeline, trending }
    func tabs(_ account: String) -> NavTabs<Tab, Destination> {
      window(account: account).tabs(Tab.self, of: Destination.self)
    }
    let ada = tabs("ada")
    ada.selection = .trending
    ada[.trending].push(.post(id: 1, text: "a long text"))
    ada[.trending].push(.settings(token: "secret"))
    await mainQueue()
    let bob = tabs("bob")
    bob[.timeline].push(.post(id: 2, text: "another"))
    try await temporary.store.flush()
    let bytes = try Data(contentsOf: try #require(temporary.store.url))
    let log = try Data(contentsOf: URL(fileURLWithPath: "\(temporary.store.url?.path ?? "")-wal"))
    for text in ["secret", "a long text"] {
      #expect(bytes.range(of: Data(text.utf8)) == nil && log.range(of: Data(text.utf8)) == nil)
    }

    try await temporary.relaunch(afterCrash: true)
    let again = tabs("ada")
    #expect(again.selection == .trending)
    #expect(again[.trending].path == [.post(id: 1, text: "")])
    #expect(again[.timeline].path.isEmpty)
    #expect(tabs("bob")[.timeline].path == [.post(id: 2, text: "")])
  }

  @Test("A browser saves a tab's state as scene values, and erasing everything removes their bytes")
  func browserTabs() async throws {
    let state = Data((0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let scenes = (1...3).map { NavScene(id: "tab \($0)") }
    for scene in scenes {
      let tab = window(scene)
      tab.setValue(state, named: "interaction")
      tab.setValue("https://example.org/\(scene.id)", named: "address")
    }
    try await temporary.store.flush()
    #expect(try await temporary.store.deleteScene(scenes[1]))

    try await temporary.relaunch(afterCrash: true)
    let first = window(scenes[0])
    #expect(first.value(Data.self, named: "interaction") == state)
    #expect(Set(first.valueNames) == ["interaction", "address"])
    first.setValue(nil, named: "address")
    #expect(first.valueNames == ["interaction"])
    #expect(window(scenes[1]).valueNames.isEmpty)

    try await temporary.store.eraseEverything()
    try await temporary.store.close()
    let url = try #require(temporary.store.url)
    let kept = state.prefix(64)
    for suffix in ["", "-wal"] {
      let bytes = (try? Data(contentsOf: URL(fileURLWithPath: url.path + suffix))) ?? Data()
      #expect(bytes.range(of: kept) == nil && bytes.range(of: Data("example.org".utf8)) == nil)
    }
  }
}
