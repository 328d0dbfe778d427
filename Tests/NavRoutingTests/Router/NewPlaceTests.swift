import NavStoreTesting
import Observation
import TestSupport
import Testing

@testable import NavRouting
@testable import NavStore

/// Paths that an app replaces when the user selects another file, article or chat.
@MainActor
@Suite struct NewPlaceTests {
  @Observable @MainActor
  final class Owner {
    var path: [ShopRoute] = []
  }

  let folder: TemporaryFolder
  let store: NavStore
  let owner = Owner()

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  private func mirror(
    as kind: NavChangeKind, in store: NavStore, _ owner: Owner, listsRoot: Bool = true
  ) -> NavRouter<ShopRoute> {
    let router = NavWindow(scene: .main, store: store).router(ShopRoute.self)
    router.backForwardListsRoot = listsRoot
    router.mirror(as: kind) {
      owner.path
    } set: {
      owner.path = $0
    }
    return router
  }

  /// Sets the owner's path, and waits until the turn has ended.
  private func show(_ path: [ShopRoute]) async {
    owner.path = path
    for _ in 0..<3 { await mainQueue() }
  }

  private func entries(_ router: NavRouter<ShopRoute>) -> [ShopRoute?] {
    router.session.backForward.entries.map(\.route)
  }

  private let chats = (1...5).map { ShopRoute.product(id: $0) }

  @Test("A selection that is cleared in one turn and set in the next keeps its Back list")
  func clearedAndSet() async throws {
    let router = mirror(as: .visit, in: store, owner, listsRoot: false)
    await show([chats[0]])
    #expect(!router.canGoBack, "There is no entry before the first path")
    for chat in chats.dropFirst() { await show([chat]) }
    await show([])
    #expect(router.canGoBack && router.path.isEmpty)
    await show([.cart])
    #expect(entries(router) == chats + [.cart])
    #expect(!router.canGoForward)
    #expect(router.back() && router.path == [chats[4]])
    try await router.flush()

    let relaunched = try folder.relaunch()
    let later = Owner()
    let again = mirror(as: .visit, in: relaunched, later, listsRoot: false)
    #expect(later.path == [chats[4]])
    #expect(entries(again) == chats + [.cart])
    let visits = try await relaunched.history(of: ShopRoute.self, account: nil).visits()
    #expect(visits.map(\.route) == [.cart] + chats.reversed())
  }

  @Test("With changes of the edit kind, clearing and setting a path are a pop and a push")
  func ordinary() async {
    let router = mirror(as: .edit, in: store, owner)
    for chat in chats { await show([chat]) }
    await show([])
    await show([.cart])
    #expect(entries(router) == [nil, .cart])
  }

  @Test("Going back from an empty path removes the entry of that path")
  func closed() async {
    let router = mirror(as: .visit, in: store, owner, listsRoot: false)
    await show([chats[0]])
    await show([chats[1]])
    await show([])
    #expect(entries(router) == [chats[0], chats[1], nil])
    #expect(router.back() && router.path == [chats[1]])
    #expect(entries(router) == [chats[0], chats[1]])
    #expect(!router.canGoForward)
  }

  @Test("A change that the app reports as a visit is an entry, even if the path becomes shorter")
  func reported() async {
    let router = mirror(as: .edit, in: store, owner)
    await show([chats[0]])
    await show([chats[0], chats[1]])
    owner.path = [chats[0]]
    router.mirroredPathChanged(.visit)
    await show(owner.path)
    #expect(entries(router) == [nil, chats[0], chats[1], chats[0]])
    owner.path = []
    router.mirroredPathChanged(.visit)
    await show(owner.path)
    await show([.cart])
    #expect(entries(router) == [nil, chats[0], chats[1], chats[0], nil, .cart])
    #expect(router.back() && router.back() && router.path == [chats[0]])
  }

  @Test("A path that the app reports as a visit again is a new visit, and Back leads below it")
  func reportedAgain() async throws {
    let router = mirror(as: .edit, in: store, owner)
    await show([chats[0]])
    router.mirroredPathChanged(.visit)
    await show([chats[0]])
    router.mirroredPathChanged()
    await show([chats[0]])
    try await store.flush()
    let visits = try await store.history(of: ShopRoute.self, account: nil).visits()
    #expect(visits.map(\.route) == [chats[0], chats[0]])
    #expect(router.back() && router.path.isEmpty)
  }

  @Test("A path that is cleared and set in one turn is one entry")
  func inOneTurn() async {
    let router = mirror(as: .edit, in: store, owner)
    await show([chats[0]])
    owner.path = []
    router.mirroredPathChanged(.visit)
    owner.path = [.cart]
    router.mirroredPathChanged(.visit)
    await show(owner.path)
    #expect(entries(router) == [nil, chats[0], .cart])
  }

  @Test("The window's list also skips the empty path, but lists a root that has a route")
  func window() async {
    let window = NavWindow(scene: .main, store: store)
    let list = window.backForward
    let router = window.router(ShopRoute.self)
    router.backForwardListsRoot = false
    await turn { router.push(chats[0]) }
    #expect(!list.canGoBack && !router.canGoBack)
    await turn { router.push(chats[1]) }
    #expect(list.backEntries.count == 1)
    await turn { router.popToRoot() }
    #expect(list.canGoForward && router.canGoForward)
    await turn { router.forward() }
    #expect(router.path == [chats[0], chats[1]])
    #expect(list.backEntries.count == 1 && !list.canGoForward)
    await turn { router.replaceRoot(with: .cart) }
    await turn { router.push(chats[2]) }
    #expect(router.canGoBack, "Back leads to the root screen, which has a route")
  }

  private func turn(_ body: () -> Void) async {
    body()
    for _ in 0..<3 { await mainQueue() }
  }

  @Test(
    "A path emptied within a second after another account's window appeared is logged",
    arguments: [(milliseconds: 900, isReported: true), (1_100, false)], [false, true])
  func emptied(_ time: (milliseconds: Int, isReported: Bool), pops: Bool) async throws {
    let life = ManualLife()
    let store = try folder.relaunch(
      life: NavStore.AppLife(
        uptime: life.uptime, onMainLoop: life.onMainLoop, after: life.after))
    let name = "emptied after \(time.milliseconds), \(pops ? "popped" : "set")"
    try store.save([ShopRoute.cart], in: "main", stack: name, account: "ada")
    let signedOut = NavWindow(scene: .main, store: store)
    signedOut.router(ShopRoute.self, stack: name).path = []
    let log = LogRecorder(of: "\"\(name)\" was emptied")
    let adas = NavWindow(scene: .main, account: "ada", store: store)
    let router = adas.router(ShopRoute.self, stack: name)
    #expect(router.path == [.cart])
    life.advance(by: .milliseconds(time.milliseconds))
    if pops { router.popToRoot() } else { router.path = [] }
    let reports = log.lines
    #expect(reports.count == (time.isReported ? 1 : 0))
  }
}
