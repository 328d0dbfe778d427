import NavRouting
import NavStoreInspection
import NavStoreTesting
import SwiftUI

#if canImport(UIKit)
  import UIKit
#endif

// The inline code of README.md, CHANGELOG.md, the articles and the documentation comments. Each
// piece of inline code with parentheses must be in this file unchanged, outside of comments. A
// shortened piece (with "…", "_" or labels only) must match a whole call. Calls of other libraries
// are in `Others.txt`.

@MainActor enum Inline {
  nonisolated struct Model: Hashable { var id: Int }
  nonisolated struct Screen: NavElement {
    var model: Model

    static let coding = NavCoding<Screen>
      .stored(as: StoredScreen.self) { StoredScreen(id: $0.model.id) } from: { Screen(model: Model(id: $0.id)) }
  }
  nonisolated enum Both: NavElement {
    case shop(ShopRoute), auth(AuthRoute)

    static let coding = NavCoding<Both>
      .mixed(ShopRoute.self, AuthRoute.self) { both in
        switch both {
        case .shop(let route): route
        case .auth(let route): route
        }
      } wrap: { route in
        (route as? ShopRoute).map { .shop($0) } ?? (route as? AuthRoute).map { .auth($0) }
      }
  }
  nonisolated enum MailRoute: NavRoute { case message(id: Int) }
  nonisolated struct StoredScreen: NavRoute { var id: Int }

  struct Views: View {
    @State var path: [Screen] = []
    @State var mixed: [Both] = []
    @State var anyPath = NavigationPath()
    @State var models: [Model] = []
    @State var item: AppRoute?
    @State var myRouter = Router()
    @RestoredState("draft", of: .item) var draft = ""
    @Environment(NavRouter<AppRoute>.self) var current
    @Environment(NavTabs<AppTab, AppRoute>.self) var tabs
    @Environment(\.navWindow) var enclosing
    let product: Product?
    let window: NavWindow
    let store: NavStore
    let sheet: NavPresentation<AppRoute>

    struct Router { var tab = AppTab.home }

    var body: some View {
      Root().navPersistedValue($item, named: "sheet")
      Root().navPersistedValue($myRouter.tab, named: "tab")
      NavigationStack(path: $path) { Root() }.navPersisted($path)
      NavigationStack(path: $mixed) { Root() }.navPersisted($mixed)
      NavigationStack(path: $path) { Root() }
        .navPersisted($path, stack: "a", expiresAfter: .days(1), migratingFrom: nil)
      NavigationStack(path: $models) { Root() }
        .navPersisted($models, as: StoredScreen.self) { StoredScreen(id: $0.id) } from: { Model(id: $0.id) }
      Root().navTitle(product?.name)
      NavStackView(AppRoute.self) { Root() } destination: { _ in Root() }
      NavStackView(on: tabs[.home]) { Root() } destination: { _ in Root() }
      NavStackView(MailRoute.self, stack: "drafts") {
        Root()
      } destination: { _ in
        Root()
      }
      NavTabView(AppTab.self, of: AppRoute.self) { _ in Root() } destination: { _ in Root() } label: { Text($0.title) }
      Root().navWindow(NavWindow(scene: .main, store: store)).navStore(store).navBackForwardButtons()
      Root().navStore(.inMemory())
      Root().navCover(sheet, content: { _ in Root() })
      Root().navInspector(sheet, content: { _ in Root() })
      Root().navUserActivity("com.example.shop.place")
      let _: Void = NavStore.standard.endTurn()
      NavigationStack(path: $anyPath) { Root() }.navPersisted($anyPath, of: ShopRoute.self, AuthRoute.self)
    }
  }

  struct Paths: View {
    @State var path = NavigationPath()
    @State var router = KeepYourRouter.OwnRouter()

    var body: some View {
      NavigationStack(path: $path) { Root() }.navPersisted($path, of: ShopRoute.self, AuthRoute.self)
      NavigationStack(path: $router.path) { Root() }.navPersisted($router.path)
    }
  }

  struct Windows: App {
    var body: some Scene {
      WindowGroup(for: NavScene.self) { _ in Root() }
    }
  }

  func routers(
    window: NavWindow, store: NavStore, url: URL, data: @escaping @Sendable () -> Data?, name: String,
    shop: NavRouter<ShopRoute>, route: AppRoute
  ) async throws {
    let router = window.router(AppRoute.self, migratingFrom: .json(file: url))
    _ = window.router(AppRoute.self, migratingFrom: .custom { [] })
    router.setTitle(name, for: route)
    router.setValue(nil, named: name, of: .item)
    window.setValue(nil, named: name)
    if let place = router.place { _ = try router.open(place) }
    router.push(route)
    router.pop()
    router.back()
    router.forward()
    router.popToRoot()
    try await router.flush()
    _ = window.history(of: Both.self)
    _ = NavCoding<AppRoute>.codable(
      name: "App", formerNames: [], renaming: [:], version: 2, upgrade: { _, _ in })
    var own: [AppRoute] = []
    router.mirror { own } set: { own = $0 }
    router.mirroredPathChanged(.back)
    router.mirroredPathChanged(.visit)
    router.mirror(as: .visit) { own } set: { own = $0 }
    let (a, b) = (route, route)
    let push = { (route: AppRoute) in router.push(route) }
    push(a); push(b)
  }

  func links() {
    let shopLinks = NavDeepLinks<AppRoute>(schemes: ["shop"], hosts: []) {
      NavLinkPattern("cart", .cart)
      NavLinkPattern("product/{id}", AppRoute.product(id:)).requiringSignIn()
    }
    _ = shopLinks.url(for: .product(id: 7))
  }

  func opening(window: NavWindow, url: URL, links: NavDeepLinks<AppRoute>) -> some View {
    _ = NavWindow(scene: NavScene())
    window.open(url)
    let shopLinks = links
    _ = EmptyView().navDeepLinks(shopLinks)
    _ = EmptyView().navDeepLinks(links)
    return EmptyView().navDeepLinks(links, onOutcome: { _, _ in }, mayOpen: { _ in true })
  }

  func tabs(tabs: NavTabs<AppTab, AppRoute>, window: NavWindow) {
    _ = window.tabs(AppTab.self, of: AppRoute.self)
    _ = NavWindow(scene: .main)
    _ = NavWindow.reopened()
    _ = NavWindow.reopened(group: "mail")
    _ = window.tabs(startingAt: AppTab.home, of: AppRoute.self)
    _ = window.tabs(
      AppTab.self, of: AppRoute.self, migratingFrom: { .json(userDefaults: $0.rawValue) },
      migratingSelection: .json(userDefaults: "tab"))
    tabs.reselect()
    tabs.close(.cart)
  }

  func stores(
    store: NavStore, window: NavWindow, configuration: NavStore.Configuration, path: [AppRoute]
  ) async throws {
    print(NavStore.standard.url as Any)
    NavStore.configure(.init(folder: .appGroup("group.example")))
    let _: NavLegacyState<AppRoute> = .json(userDefaults: "path")
    try store.save(path, in: "main")
    _ = store.history(of: AppRoute.self, account: "ada")
    _ = try await store.prune(dryRun: true)
    _ = try await store.dump()
    _ = try await store.dump(redacting: false)
    _ = try await store.report()
    window.close()
    try await store.flush()
    try await store.suspend()
    try await store.close()
    try store.closeNow()
    _ = try NavStore(configuration)
    let temporary = try TemporaryStore(clock: ManualClock())
    try await temporary.relaunch(afterCrash: true)
  }

  struct Chosen: Codable, Hashable {}

  func splits(window: NavWindow) {
    let split = window.split(startingAt: Chosen(), of: MailRoute.self)
    split.select(split.selection, path: split.detail.path)
  }

  func accounts(user: String, auth: SigningInAndOut.Auth, window: NavWindow) async throws {
    try await NavStore.standard.eraseAccount(user)  // try await NavStore.standard.eraseAccount(user)
    NavStore.standard.startErasingAccount(user)  // startErasingAccount(_:)
    try await NavStore.standard.eraseSignedOut()  // eraseSignedOut()
    try await NavStore.standard.eraseEverything()  // eraseEverything()
    window.router(AppRoute.self).popToRoot()  // router.popToRoot()
  }

  func queries(history: NavHistory<AppRoute>) async throws {
    _ = try await history.items(.recent(limit: 20))
    _ = try await history.items(.frequent(limit: 8))
    _ = try await history.items(.search("shoe"))
  }

  func sheets(window: NavWindow) {
    _ = window.presentation("compose", of: MailRoute.self)
    _ = window.presentation("compose", of: AppRoute.self)
  }

  func tests(store: NavStore) {
    _ = NavWindow(scene: .main, store: store)
  }

  #if canImport(UIKit) && !os(watchOS)
    func scenes(session: UISceneSession) {
      _ = NavWindow(scene: NavScene(session))
    }
  #endif
}
