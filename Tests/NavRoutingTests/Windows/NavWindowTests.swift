import Foundation
import NavStore
import NavStoreInspection
import Observation
import TestSupport
import Testing

@testable import NavRouting

/// What a window says once for all that it shows.
@MainActor
@Suite("A window and its faces") struct NavWindowTests {
  typealias Faces = ErasedAccountTests.Faces
  typealias Tab = ErasedAccountTests.Tab

  let folder: TemporaryFolder
  let store: NavStore
  let window: NavWindow

  init() throws {
    folder = try TemporaryFolder()
    let store = try NavStore(url: folder.store)
    self.store = store
    window = NavWindow(store: store, account: "ada")
  }

  private func settle() async {
    for _ in 0..<3 { await mainQueue() }
  }

  @Test("Who signs in finds what they left, in every face, and nothing of who was there before")
  func account() async throws {
    let faces = Faces(in: window)
    faces.use(1)
    let adas = faces.shown
    window.account = "bob"
    #expect(faces.shown == Faces.atFirst)
    faces.use(7)
    let bobs = faces.shown
    window.account = "ada"
    #expect(faces.shown == adas)
    window.account = ""
    #expect(faces.shown == Faces.atFirst)
    try await store.flush()
    await settle()
    #expect(faces.shown == Faces.atFirst)
    try await store.close()

    let later = try folder.relaunch()
    for (account, shown) in [("ada", adas), ("bob", bobs), ("", Faces.atFirst)] {
      #expect(Faces(in: NavWindow(store: later, account: account)).shown == shown)
    }
    for (account, number) in [("ada", 1), ("bob", 7)] {
      let visits = try await later.history(of: NumberRoute.self, account: account).visits()
      #expect(Set(visits.map(\.route.number)) == [number], "Coming back is no visit")
    }
    #expect(try await later.history(of: NumberRoute.self).visits().isEmpty)
  }

  @Test("What was pushed in the same turn is of who was signed in then")
  func sameTurn() async throws {
    let router = window.router(NumberRoute.self)
    router.push(1)
    window.account = "bob"
    router.push(2)
    window.account = "ada"
    router.push(3)
    #expect(router.path == [1, 3])
    #expect(router.session.account == "ada")
    try await store.flush()
    #expect(
      try await store.history(of: NumberRoute.self, account: "ada").visits().map(\.route) == [3, 1])
    #expect(
      try await store.history(of: NumberRoute.self, account: "bob").visits().map(\.route) == [2])
  }

  @Test("The tab that an account had selected is on screen, and the one before is not")
  func shownTab() async throws {
    let tabs = NavTabs<Tab, NumberRoute>(.home, in: window)
    tabs[.home].push(1)
    tabs.selection = .feed
    tabs[.feed].push(2)
    window.account = "bob"
    tabs[.feed].push(3)
    tabs[.home].push(4)
    try await store.flush()
    let history = store.history(of: NumberRoute.self, account: "bob")
    #expect(try await history.visits().map(\.route) == [4], "Nobody sees the other tab")
    tabs.selection = .feed
    try await store.flush()
    #expect(try await history.visits().map(\.route) == [3, 4])
  }

  @Test("Views of each face hear of it once")
  func observing() {
    let faces = Faces(in: window)
    faces.use(1)
    let told = Counter()
    withObservationTracking {
      _ = (faces.router.path, faces.tabs.selection, faces.split.selection, window.account)
    } onChange: {
      told.increment()
    }
    var paths: [[NumberRoute]] = []
    withObservationTracking {
      _ = faces.tabs.selection
    } onChange: { [router = faces.router] in
      MainActor.assumeIsolated { paths.append(router.path) }
    }
    window.account = "bob"
    #expect(told.value == 1)
    #expect(paths == [[]], "Whoever looks at once finds nothing of ada's")
  }

  @Test("Signing out leaves what the account had, or erases it in every window")
  func signOut() async throws {
    let other = Faces(in: NavWindow(store: store, scene: "other", account: "ada"))
    let faces = Faces(in: window)
    faces.use(1)
    other.use(2)
    try await window.signOut()
    #expect(window.account.isEmpty)
    #expect(faces.shown == Faces.atFirst)
    await #expect { try await window.signOut(erasing: true) } throws: {
      ($0 as? NavStore.Error)?.code == .invalidKey
    }
    window.account = "ada"
    #expect(faces.router.path == [1])
    try await window.signOut(erasing: true)
    #expect(faces.shown == Faces.atFirst && other.shown == Faces.atFirst)
    #expect(faces.router.problem == nil && other.router.problem == nil)
    #expect(other.router.window.account.isEmpty, "It is signed in nowhere")
    other.router.push(3)
    try await store.flush()
    #expect(try store.restore(NumberRoute.self, in: "other").stack == [3])
    window.account = "ada"
    #expect(faces.shown == Faces.atFirst)
    faces.router.push(9)
    try await store.flush()
    #expect(
      try await store.history(of: NumberRoute.self, account: "ada").visits().map(\.route) == [9])
  }

  @Test("A value of the window is that of who is signed in, and is in the dump by name only")
  func ownValues() async throws {
    try window.setValue([3, 1], named: "openTabs")
    window.account = "bob"
    #expect(try window.value([Int].self, named: "openTabs") == nil)
    window.account = "ada"
    #expect(try window.value(named: "openTabs") == [3, 1])
    let dump = try await store.dump(redacting: false)
    #expect(dump.contains("openTabs") && dump.contains("[3,1]"))
    let redacted = try await store.dump()
    #expect(!redacted.contains("openTabs") && !redacted.contains("ada") && redacted != dump)
    try window.setValue(nil as [Int]?, named: "openTabs")
    #expect(try window.value([Int].self, named: "openTabs") == nil)
  }

  @Test("An account that was erased elsewhere saves again once the app says that it is signed in")
  func signInAnew() async throws {
    let router = window.router(NumberRoute.self)
    router.push(1)
    try await store.erase(.account("ada", signingOut: true))
    router.push(2)
    #expect(router.problem?.code == .accountErased)
    window.account = "ada"
    #expect(router.path == [] && router.problem == nil)
    router.push(3)
    try await store.flush()
    #expect(try store.restore(NumberRoute.self, in: "main", account: "ada").stack == [3])
  }

  @Test("A window gives the same router each time, and goes with all of them")
  func routers() throws {
    weak var gone: NavWindow?
    weak var router: NavRouter<NumberRoute>?
    do {
      let window = NavWindow(store: store, scene: "closing")
      gone = window
      router = window.router()
      #expect(window.router(NumberRoute.self) === router)
      #expect(window.router(NumberRoute.self, stack: "other") !== router)
      router?.push(1)
      #expect(router?.window === window)
      #expect(window.backForward.canGoBack == false)
    }
    #expect(gone == nil)
    #expect(router == nil)
    #expect(try store.session(of: NumberRoute.self, in: "closing").path == [1])
  }

  @Test("Making a window, its faces and saying who is signed in opens nothing")
  func isFree() {
    let asked = Counter()
    let window = NavWindow(
      store: {
        asked.increment()
        return .inMemory()
      }())
    window.account = "ada"
    window.account = "ada"
    let faces = Faces(in: window)
    _ = (faces, window.router(NumberRoute.self), window.scene, window.account)
    window.account = ""
    #expect(asked.value == 0)
    _ = faces.router.path
    #expect(asked.value == 1)
  }

  @Test("The history of a window is that of who is signed in")
  func history() async throws {
    window.router(NumberRoute.self).push(1)
    window.account = "bob"
    window.router(NumberRoute.self).push(2)
    try await store.flush()
    #expect(try await window.history(of: NumberRoute.self).recent().map(\.route) == [2])
    window.account = "ada"
    #expect(try await window.history(of: NumberRoute.self).recent().map(\.route) == [1])
  }

  @Test("The screens of a flow are in the window, not in a part of it")
  func windowOfFlow() async throws {
    let flow = NavFlow(Tab.home, signedOut: .home, signedIn: .feed, in: window)
    let router = flow.router(for: .feed, as: NumberRoute.self)
    #expect(router.window === window)
    router.push(1)
    window.account = ""
    #expect(flow.current == .home)
    #expect(router.path == [])
    router.push(2)
    window.account = "bob"
    #expect(flow.current == .feed)
    #expect(flow.router(for: .feed, as: NumberRoute.self) === router)
    #expect(router.path == [], "What came while nobody was signed in is nobody's")
    try await store.flush()
    #expect(try await store.history(of: NumberRoute.self).visits().isEmpty)
  }

  @Test("A link that needs somebody to sign in opens when the window has somebody")
  func links() throws {
    let window = NavWindow(store: store, scene: "links")
    let links = NavDeepLinks<NumberRoute>(schemes: ["app"]) {
      NavLinkPattern("number/{id}", NumberRoute.init(number:)).requiringSignIn()
    }
    let router = window.router(NumberRoute.self)
    links.attach(to: router)
    #expect(links.open(URL(string: "app://number/7") ?? URL(fileURLWithPath: "")) == .parked)
    window.account = "bob"
    #expect(router.path == [7])
    window.account = ""
    #expect(!links.isSignedIn)
  }

  @Test("A value that the app owns is restored, recorded, and the account's")
  func values() async throws {
    let mirror = ValueMirror<Tab>()
    #expect(mirror.start("tab", in: window, with: .home) == .home)
    #expect(mirror.start("tab", in: window, with: .home) == nil)
    mirror.record(.feed)
    let told = Counter()
    withObservationTracking {
      _ = mirror.changes
    } onChange: {
      told.increment()
    }
    window.account = "bob"
    #expect(told.value == 1)
    #expect(mirror.latest == .home)
    window.account = "ada"
    #expect(mirror.latest == .feed)
    try await store.flush()
    let later = NavWindow(store: store, account: "ada")
    #expect(ValueMirror<Tab>().start("tab", in: later, with: .home) == .feed)
    try await store.erase(.account("ada"))
    await settle()
    #expect(mirror.latest == .home)
  }

  @Test("A value that is a route goes with it")
  func routeValue() async throws {
    let mirror = ValueMirror<NumberRoute?>()
    _ = mirror.start("shown", in: window, with: nil)
    mirror.record(7)
    try await store.flush()
    try await store.history(of: NumberRoute.self, account: "ada").remove { $0 == 7 }
    await settle()
    #expect(mirror.latest == .some(nil))
  }
}
