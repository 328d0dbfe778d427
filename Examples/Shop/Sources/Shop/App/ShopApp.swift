#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// A tea shop with several windows. Each window has a scene of its own, so that two windows never
  /// show the same stack.
  struct ShopApp: App {
    @State private var accounts = Accounts()

    init() {
      NavStore.configure(.init(retention: .init(age: HistoryAge.saved.age)))
    }

    var body: some Scene {
      WindowGroup(for: NavScene.self) { scene in
        ShopWindow(scene: scene.wrappedValue).environment(accounts)
      }
      .commands { NavBackForwardCommands() }
    }
  }

  /// The root view of a window, which makes the navigation of the window's scene and account.
  private struct ShopWindow: View {
    let scene: NavScene?

    @Environment(Accounts.self) private var accounts

    var body: some View {
      NavWindowView(scene: scene, account: accounts.current) { window in
        WindowView(navigation: ShopNavigation(window: window))
      }
    }
  }
#endif
