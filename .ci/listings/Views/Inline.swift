import NavRouting
import NavStoreInspection
import NavStoreTesting
import SwiftUI

#if canImport(UIKit)
  import UIKit
#endif

// Code that the text of README.md and the articles names in passing: each piece with parentheses stands here
// as it stands there. One that is cut short, by "…" or to its labels, is the comment behind a whole call.
//
// Of others: NavigationLink(destination:) navigationDestination(isPresented:) (item:) readLine()
// application(_:didDiscardSceneSessions:) handlesExternalEvents(preferring:allowing:)
// .product(name: "NavRouting", package: "NavStore") dismiss(animated: true)
// e -l objc -- (void)[[BGTaskScheduler sharedScheduler] _simulateLaunchForTaskWithIdentifier:…]

@MainActor enum Inline {
  nonisolated struct Model: Hashable { var id: Int }
  nonisolated struct Screen: Hashable { var model: Model }
  nonisolated enum MailRoute: NavRoute { case message(id: Int) }
  nonisolated struct StoredScreen: NavRoute { var id: Int }

  struct Views: View {
    @State var path: [AppRoute] = []
    @State var own: [Screen] = []
    @State var item: AppRoute?
    @State var myRouter = Router()
    @Binding var shared: [AppRoute]?
    let product: Product?
    let window: NavWindow
    let store: NavStore
    let screens: NavRoutes<Screen>

    struct Router { var tab = AppTab.home }

    var body: some View {
      Root().navPersisted($item, named: "sheet")
      Root().navPersisted($myRouter.tab, named: "tab")
      NavigationStack(path: $own) { Root() }.navPersisted($own, as: screens)  // .navPersisted($path, as: screens)
      if let bound = Binding($shared) {
        Root().navPersisted(bound)  // .navPersisted(Binding($path))
      }
      Root().navTitle(product?.name)
      NavStackView(AppRoute.self) { Root() } destination: { _ in Root() }
      NavStackView(MailRoute.self, on: window.router(MailRoute.self, stack: "drafts")) {
        Root()
      } destination: { _ in
        Root()
      }
      Root().navWindow(NavWindow(store: store))  // navWindow(_:) NavWindow(store:)
    }
  }

  struct Windows: App {
    var body: some Scene {
      WindowGroup(for: NavSceneID.self) { _ in Root() }
    }
  }

  func routers(
    window: NavWindow, store: NavStore, url: URL, data: @escaping @Sendable () -> Data?, name: String,
    screens: NavRoutes<Screen>, shop: NavRouter<ShopRoute>, route: AppRoute
  ) async throws {
    _ = NavRouter(of: screens)
    let router = NavRouter<AppRoute>(in: window, adopting: .json(file: url))  // NavRouter(…, adopting: .json(file: url))
    router.setTitle(name, for: route)  // router.setTitle(_:for:)
    router.setTitle(name)  // router.setTitle(_:)
    router.push(route)  // router.push(…)
    router.back()
    router.forward()
    try await router.flush()
    let both: NavRoutes<AnyNavRoute> = .mixed(ShopRoute.self, AuthRoute.self)  // as: .mixed(ShopRoute.self, AuthRoute.self)
    _ = window.history(of: both)  // window.history(of:)
    let _: NavRoutes<Screen> = .stored(as: StoredScreen.self) {  // as: .stored(as: StoredScreen.self) { … } from: { … }
      StoredScreen(id: $0.model.id)
    } from: {
      Screen(model: Model(id: $0.id))
    }
    let (a, b) = (route, route)
    let push = { (route: AppRoute) in router.push(route) }
    push(a); push(b)
  }

  func links() {
    let links = NavDeepLinks<AppRoute>(schemes: ["shop"], hosts: []) {
      NavLinkPattern("product/{id}", AppRoute.product(id:)).requiringSignIn()  // .requiringSignIn()
    }
    _ = links.url(for: .product(id: 7))
    _ = NavDeepLinks<AnyNavRoute>(schemes: ["shop"], hosts: []) {
      NavLinkPattern("product/{id}", ShopRoute.product(id:))
      NavLinkPattern("login", AnyNavRoute(AuthRoute.login))
    }
  }

  func opening(links: NavDeepLinks<AppRoute>, url: URL) {
    links.open(url)  // links.open(_:)
  }

  func tabs(tabs: NavTabs<AppTab, AppRoute>, window: NavWindow) {
    _ = NavTabs<AppTab, AppRoute>(
      .home, in: window, adopting: { .userDefaults(key: $0.rawValue) },  // .userDefaults(key:)
      adoptingSelection: .userDefaults(key: "tab"))  // NavTabs(.home, adopting: …, adoptingSelection: …)
    tabs.close(.cart)  // tabs.close(_:)
  }

  func stores(store: NavStore, window: NavWindow, data: Data, path: [AppRoute]) async throws {
    print(NavStore.standard.openReport.url as Any)
    NavStore.setUp(.init(folder: .appGroup("group.example")))  // NavStore.setUp(.init(folder: .appGroup(…)))
    let _: NavStore.AdoptionSource<AppRoute> = .json(data)
    let _: NavStore.AdoptionSource<AppRoute> = .navigationPath(data)
    try store.save(path, in: "main")  // save(_:in:)
    let session = try store.session(of: AppRoute.self, in: "main")  // store.session(of:in:)
    session.set(path)  // set(_:)
    _ = try await store.dump()  // store.dump()
    _ = try await store.report()  // store.report()
    _ = try await store.prune(dryRun: true)  // prune(dryRun:)
    try await window.signOut(erasing: true)  // signOut(erasing: true)
    _ = try window.close()  // close()
    try await store.flush()  // flush()
    try await store.close()
  }

  func tests() throws {
    let store = try NavStore.make(stacks: ["main": [AppRoute.settings]])  // let store = try NavStore.make(stacks: …)
    _ = NavWindow(store: store)
  }

  #if canImport(UIKit) && !os(watchOS)
    func scenes(session: UISceneSession) {
      _ = NavWindow(claiming: NavSceneID(session))
    }
  #endif
}
