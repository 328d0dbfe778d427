#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// A shop for tea. Each window has a scene of its own: two never show the same stack by accident.
  struct ShopApp: App {
    @State private var accounts = Accounts()

    var body: some Scene {
      WindowGroup(for: NavSceneID.self) { $id in
        NavWindowView(
          making: ShopNavigation.init, id: $id, account: accounts.current, store: .shop
        ) { navigation in
          WindowView(navigation: navigation)
        }
        .environment(accounts)
      }
      .commands { NavBackForwardCommands() }
    }
  }
#endif
