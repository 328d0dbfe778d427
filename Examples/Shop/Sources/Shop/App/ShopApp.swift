#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// A shop for tea. Each window has a scene of its own: two never show the same stack by accident.
  struct ShopApp: App {
    @State private var accounts = Accounts()

    var body: some Scene {
      WindowGroup(for: NavSceneID.self) { $id in
        ShopWindow(id: $id).environment(accounts)
      }
      .commands { NavBackForwardCommands() }
    }
  }

  /// The root of a window.
  private struct ShopWindow: View {
    @Binding var id: NavSceneID?

    @Environment(Accounts.self) private var accounts

    var body: some View {
      NavWindowView(
        making: ShopNavigation.init, id: $id, account: accounts.current, store: .shop
      ) { navigation in
        WindowView(navigation: navigation)
      }
    }
  }
#endif
