import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

extension InterleavingTests {
  enum Tab: Int, Codable, Sendable, CaseIterable {
    case one, two, three
  }

  /// The expected content of a stack.
  struct Model: Equatable {
    var root: SecretRoute?
    var path: [SecretRoute] = []

    /// The part of the stack that is stored: the path below the first route that is never stored.
    var projection: Model {
      if let root, !root.routeTraits.isStored { return Model() }
      return Model(root: root, path: Array(path.prefix { $0.routeTraits.isStored }))
    }

    /// Replaces the content by the part that a relaunch restores.
    mutating func relaunch() { self = projection }
  }

  /// An app with one window, and the expected content of its stacks.
  @MainActor
  struct World {
    let folder: TemporaryFolder
    var store: NavStore
    var random: SeededRandom
    var window: NavWindow
    var signIn: NavRouter<SecretRoute>
    var tabs: NavTabs<Tab, SecretRoute>
    var sheet: NavPresentation<SecretRoute>
    let links: Links

    /// The expected stacks by account and by name. The stack of the sign-in screens belongs to the
    /// signed-out account.
    var stacks: [String: [String: Model]] = [:]
    var selections: [String: Tab] = [:]
    var account = ""

    /// An earlier path of the current router, which a view may write back after later changes.
    var stale: [SecretRoute] = []
    let accounts = ["ada", "bob"]

    init(random: SeededRandom) throws {
      folder = try TemporaryFolder()
      self.random = random
      links = Links()
      store = try folder.relaunch(clock: links.clock)
      window = NavWindow(scene: .main, store: store)
      (signIn, tabs, sheet) = Self.objects(in: window)
      receiveLinks()
    }

    private static func objects(
      in window: NavWindow
    ) -> (NavRouter<SecretRoute>, NavTabs<Tab, SecretRoute>, NavPresentation<SecretRoute>) {
      (
        window.router(stack: "signIn"), NavTabs(.one, in: window),
        NavPresentation("sheet", in: window, restores: true)
      )
    }

    private func receiveLinks() {
      links.receive(in: window, signIn, account.isEmpty ? nil : tabs)
    }

    // MARK: Steps

    mutating func step() async throws {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<60: operate()
      case 60..<70: links.open(in: window, &random)
      case 70..<78: selectTab()
      case 78..<83: present()
      case 83..<90: await Task.yield()
      case 90..<94: try await sign()
      case 94..<97: try await store.flush()
      default: try await relaunch()
      }
    }

    /// Returns a router that the user or a link can change in the app's current state, and the name
    /// of its stack.
    private mutating func place() -> (NavRouter<SecretRoute>, String) {
      if account.isEmpty { return (signIn, "signIn") }
      if (sheet.item != nil), Bool.random(using: &random) { return (sheet.router, "sheet:sheet") }
      // Chooses any tab, because links also push into tabs that are not selected.
      let tab = Tab.allCases.randomElement(using: &random) ?? .one
      return (tabs[tab], "tab:tabs.\(tab.rawValue)")
    }

    private mutating func routes(upTo count: Int = 3) -> [SecretRoute] {
      (0..<Int.random(in: 0...count, using: &random)).map { _ in
        Int.random(in: 0..<12, using: &random) == 0
          ? .code("never-on-disk") : .page(Int.random(in: 0..<6, using: &random))
      }
    }

    private mutating func operate() {
      let (router, name) = place()
      var model = stacks[account]?[name] ?? Model()
      let new = routes()
      let count = Int.random(in: 0...3, using: &random)
      switch Int.random(in: 0..<13, using: &random) {
      case 0, 1:
        router.push(contentsOf: new)
        model.path += new
      case 2:
        let popped = router.pop(count, thenPush: new)
        #expect(popped == min(count, model.path.count))
        model.path = model.path.dropLast(count) + new
      case 3:
        router.popToRoot(thenPush: new)
        model.path = new
      case 4:
        let target = SecretRoute.page(count)
        let place = model.path.dropLast().lastIndex(of: target)
        #expect(router.pop(to: target, thenPush: new) == (place != nil))
        if let place { model.path = model.path[...place] + new }
      case 5:
        router.pop(while: { $0 != .page(count) }, thenPush: new)
        while let top = model.path.last, top != .page(count) { model.path.removeLast() }
        model.path += new
      case 6:
        router.pop(max(0, model.path.count - count), thenPush: new)
        model.path = model.path.prefix(count) + new
      case 7:
        let route = new.first ?? .page(9)
        #expect(router.replaceTop(with: route) == !model.path.isEmpty)
        if let last = model.path.indices.last { model.path[last] = route }
      case 8:
        router.replaceStack(with: new)
        model.path = new
      case 9:
        // Simulates the end of a back swipe, which writes the path from the swipe's begin without
        // its top screen.
        router.path = stale.isEmpty ? [] : stale.dropLast()
        model.path = stale.dropLast()
      case 10:
        router.path.append(contentsOf: new)
        model.path += new
      case 11:
        router.windowBecame(.background)
        router.boundPath = Array(model.path.dropLast())
        router.windowBecame(.active)
      default:
        // Takes the router's path as the expected one, because other tests check Back and Forward.
        // This test only compares the path with the file.
        if Bool.random(using: &random) { router.back() } else { router.forward() }
        model.path = router.path
      }
      stale = router.path
      stacks[account, default: [:]][name] = model
    }

    private mutating func selectTab() {
      guard !account.isEmpty else { return }
      let tab = Tab.allCases.randomElement(using: &random) ?? .one
      let isTap = Bool.random(using: &random)
      if isTap, selections[account, default: .one] == tab {
        stacks[account]?["tab:tabs.\(tab.rawValue)"]?.path = []
        // Creates the tab's router, because a tab that was never shown ignores the request to pop
        // to its root.
        _ = tabs[tab]
      }
      if isTap { tabs.select(tab) } else { tabs.selection = tab }
      selections[account] = tab
    }

    private mutating func present() {
      guard !account.isEmpty else { return }
      if (sheet.item != nil), Bool.random(using: &random) {
        sheet.item = nil
        stacks[account, default: [:]]["sheet:sheet"] = Model()
      } else {
        let item = routes(upTo: 1).first ?? .page(7)
        let isThere = sheet.item == item
        sheet.present(item)
        if !isThere { stacks[account, default: [:]]["sheet:sheet"] = Model(root: item) }
      }
    }

    private mutating func sign() async throws {
      if account.isEmpty {
        // Pops the sign-in screens to their root, as apps do, so that the next sign-in begins
        // there.
        signIn.popToRoot()
        stacks["", default: [:]]["signIn"] = Model()
        account = accounts.randomElement(using: &random) ?? "ada"
        replaceWindow()
        takeOverSessions()
        // Opens the link that was pending because no account was signed in.
        receiveLinks()
      } else {
        let (left, oldTabs) = (account, tabs)
        account = ""
        replaceWindow()
        let erases = Int.random(in: 0..<3, using: &random) == 0
        if erases {
          try await store.eraseAccount(left)
          stacks[left] = nil
          selections[left] = nil
        }
        // Changes the tabs of the old window after the sign-out, as an app's late event handler may
        // do.
        oldTabs[.one].push(.page(77))
        oldTabs.selection = .three
        if !erases {
          selections[left] = .three
          stacks[left, default: [:]]["tab:tabs.0", default: Model()].path.append(.page(77))
        }
        receiveLinks()
      }
    }

    private mutating func replaceWindow() {
      window = NavWindow(scene: .main, account: account.isEmpty ? nil : account, store: store)
      (signIn, tabs, sheet) = Self.objects(in: window)
    }

    /// Updates the models after a sign-in. If an account's sessions were released after its
    /// sign-out, the routers show only the stored part of the content.
    private mutating func takeOverSessions() {
      for (name, model) in stacks[account] ?? [:] {
        let router =
          Tab.allCases.first { name == "tab:tabs.\($0.rawValue)" }.map { tabs[$0] }
          ?? (name == "signIn" ? signIn : sheet.router)
        let found = Model(root: router.root, path: router.path)
        if found == model.projection { stacks[account]?[name] = found }
      }
    }

    private mutating func relaunch() async throws {
      if Bool.random(using: &random) {
        try await store.close()
      } else {
        try await store.flush()
      }
      store = try folder.relaunch(clock: links.clock)
      replaceWindow()
      for account in stacks.keys {
        for name in stacks[account, default: [:]].keys { stacks[account]?[name]?.relaunch() }
      }
      // Opens a link before a view receives links, as a link does that launches the app.
      if Bool.random(using: &random) { links.open(in: window, &random) }
      receiveLinks()
    }
  }
}
