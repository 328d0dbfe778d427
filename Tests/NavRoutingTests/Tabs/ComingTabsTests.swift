import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// Tabs that the user adds and removes, as in a browser or an editor.
@MainActor
@Suite struct ComingTabsTests {
  typealias Tabs = NavTabs<Int, NumberRoute>

  /// An identifier of a tab with an associated value. The name of its stack contains its JSON.
  enum Document: Codable, Hashable { case start, file(String) }

  let folder: TemporaryFolder
  let store: NavStore
  let tabs: Tabs

  init() throws {
    folder = try TemporaryFolder()
    let store = try NavStore(url: folder.store)
    self.store = store
    tabs = Tabs(0, in: NavWindow(scene: .main, store: store))
  }

  private func settle() async {
    for _ in 0..<3 { await mainQueue() }
  }

  @Test("One history covers all tabs, including tabs added later, also after a relaunch")
  func shared() async throws {
    tabs.shareHistory()
    tabs[0].push(1)
    tabs.selection = 7
    await mainQueue()
    tabs[7].push(2)
    tabs.selection = 12
    await mainQueue()
    tabs[12].push(3)
    #expect(tabs.back() && tabs.back())
    #expect(tabs.selection == 7 && tabs[7].path == [2])
    try await store.flush()

    let relaunched = try folder.relaunch()
    let later = Tabs(0, in: NavWindow(scene: .main, store: relaunched))
    later.shareHistory()
    #expect(later.selection == 7)
    #expect(later.forward() && later.forward())
    #expect(later.selection == 12, "An unused tab is found by its name")
    #expect(later[12].path == [3])
  }

  @Test("Tabs of every type are found by the names of their stacks")
  func names() {
    let window = NavWindow(scene: .main, store: store)
    let documents = NavTabs<Document, NumberRoute>(.start, in: window, named: "doc")
    for document in [Document.start, .file("a\"b"), .file("")] {
      let stack = documents.stack(of: document)
      let others = NavTabs<Document, NumberRoute>(.start, in: window, named: "doc")
      #expect(others.tab(ofStack: stack) == document)
    }
    #expect(documents.tab(ofStack: "tab:doc.other") == nil)
    #expect(documents.tab(ofStack: "tab:tabs.start") == nil)
    let texts = NavTabs<String, NumberRoute>("a", in: window)
    #expect(texts.tab(ofStack: "tab:tabs.{\"x\":{}}") == "{\"x\":{}}")
  }

  @Test("Closing a tab removes its stack and entries, and selects the previous tab")
  func closing() async throws {
    let list = tabs.shareHistory()
    tabs[0].push(1)
    try await tabs[0].flush()
    tabs.selection = 1
    await mainQueue()
    tabs[1].push(2)
    try await tabs[1].flush()
    tabs.selection = 2
    tabs[2].push(contentsOf: [3, 4])
    let old = tabs[2]
    try old.session.setVisitState("draft", named: "draft")
    tabs.close(2)
    #expect(tabs.selection == 1)
    #expect(tabs[1].path == [2])
    #expect(list.backEntries.map(\.stackName) == ["tab:tabs.1", "tab:tabs.0", "tab:tabs.0"])
    #expect(list.forwardEntries.isEmpty)
    #expect(old.path.isEmpty, "A view that still shows it shows its root screen")
    #expect(tabs[2] !== old)
    #expect(tabs[2].path.isEmpty)
    try await store.flush()
    let visits = try await store.history(of: NumberRoute.self, account: nil).visits()
    #expect(visits.map(\.route) == [4, 2, 1], "Visits of a closed tab are kept")

    let relaunched = try folder.relaunch()
    let later = Tabs(0, in: NavWindow(scene: .main, store: relaunched))
    let again = later.shareHistory()
    #expect(later.selection == 1)
    #expect(again.backEntries.map(\.stackName) == ["tab:tabs.1", "tab:tabs.0", "tab:tabs.0"])
    #expect(later[2].path.isEmpty && !later[2].canGoForward)
  }

  @Test("Closing a hidden tab does not change the shown screen")
  func hidden() async throws {
    let list = tabs.shareHistory()
    tabs[0].push(1)
    tabs.selection = 1
    tabs[1].push(2)
    tabs.selection = 0
    tabs[0].push(3)
    tabs.close(1)
    await settle()
    #expect(tabs.selection == 0 && tabs[0].path == [1, 3])
    let stacks = list.backEntries.map(\.stackName)
    #expect(stacks == ["tab:tabs.0", "tab:tabs.0"], "One of two equal entries is kept")
    #expect(tabs.back())
    #expect(tabs[0].path == [1])
    try await store.flush()
    #expect(try !store.deleteStack("tab:tabs.1", in: "main"))
  }

  @Test("Closing a tab shows the previous tab with its latest path")
  func movedMeanwhile() {
    tabs.shareHistory()
    tabs[0].push(1)
    tabs.selection = 1
    tabs[1].push(2)
    tabs[0].push(9)
    tabs.close(1)
    #expect(tabs.selection == 0)
    #expect(tabs[0].path == [1, 9])
    #expect(tabs.back())
    #expect(tabs[0].path == [1])
  }

  @Test("Without a shared history, closing a tab selects the first tab, or empties the first tab")
  func unshared() async throws {
    tabs.selection = 3
    tabs[3].push(1)
    tabs.close(3)
    #expect(tabs.selection == 0)
    tabs[0].push(2)
    tabs.close(0)
    #expect(tabs.selection == 0 && tabs[0].path.isEmpty)
    tabs[0].push(5)
    try await store.flush()
    let relaunched = try folder.relaunch()
    let later = Tabs(0, in: NavWindow(scene: .main, store: relaunched))
    #expect(later[0].path == [5])
    #expect(later[3].path.isEmpty)
  }

  @Test("Deleting a stack affects only its window and account")
  func onlyThat() async throws {
    for (scene, account) in [("main", ""), ("main", "ada"), ("other", "")] {
      try store.save(
        [NumberRoute(number: 1)], in: NavScene(id: scene), stack: "tab:tabs.7",
        account: account.orSignedOut)
    }
    #expect(try store.deleteStack("tab:tabs.7", in: "main", account: "ada"))
    #expect(try !store.deleteStack("tab:tabs.7", in: "main", account: "ada"))
    #expect(throws: NavStore.Error.self) { try store.deleteStack("tab:tabs.7", in: "") }
    for (scene, account, stack) in [("main", "", [1]), ("main", "ada", []), ("other", "", [1])] {
      let found = try store.restore(
        NumberRoute.self, in: NavScene(id: scene), stack: "tab:tabs.7", account: account.orSignedOut
      )
      #expect(found.path.map(\.number) == stack)
    }
  }
}
