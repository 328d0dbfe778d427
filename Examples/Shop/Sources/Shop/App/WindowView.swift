#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// One window: which flow it is in, and its deep links.
  struct WindowView: View {
    private let scene: String
    private let accounts: Accounts
    @State private var flow: NavFlow<ShopFlow>
    @State private var links: NavDeepLinks<ShopRoute>

    init(scene: String, accounts: Accounts) {
      self.scene = scene
      self.accounts = accounts
      _flow = State(
        initialValue: NavFlow(.splash, signedOut: .signIn, signedIn: .shop, in: NavWindow(store: .shop, scene: scene, account: accounts.current)))
      _links = State(initialValue: ShopLinks.make())
    }

    var body: some View {
      content
        .environment(accounts)
        .environment(flow)
        .environment(links)
        .navDeepLinks(links)
        .onChange(of: flow.account, initial: true) { _, account in
          links.isSignedIn = !account.isEmpty
        }
        .task { try? await flow.follow(accounts.events()) }
    }

    @ViewBuilder private var content: some View {
      switch flow.current {
      case .splash: SplashView()
      case .signIn: SignInFlow()
      case .shop:
        // Another account is another view, with stacks of its own.
        ShopView(scene: scene, account: flow.account).id(flow.account)
      }
    }
  }
#endif
