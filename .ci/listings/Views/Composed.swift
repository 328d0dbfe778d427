import NavRouting
import SwiftUI

//= NavWindowView.swift 2.1

@MainActor enum Tabs {
  struct Bound: View {
    //= NavTabs.swift 1.1

    var body: some View {
      //= NavTabs.swift 1.2
    }

    func push() {
      //= NavTabs.swift 1.3
    }
  }

  struct Whole: View {
    //= NavTabView.swift 1.1

    var body: some View {
      //= NavTabView.swift 1.2
    }
  }

  struct OneList: View {
    let tabs: NavTabs<AppTab, AppRoute>
    let window: NavWindow

    var body: some View {
      //= NavWindowHistory.swift 1
    }
  }
}

enum Split {
  struct Bound: View {
    //= NavSplit.swift 1.1

    //= NavSplit.swift 1.2

    var body: some View {
      //= NavSplit.swift 1.3
    }
  }

  struct Whole: View {
    //= NavSplitView.swift 1.1

    var body: some View {
      //= NavSplitView.swift 1.2
    }
  }
}

enum Sheets {
  struct Bound: View {
    //= NavPresentation.swift 1.1

    var body: some View {
      Root()
        //= NavPresentation.swift 1.2
    }

    func present() {
      //= NavPresentation.swift 1.3
    }
  }

  struct Whole: View {
    let sheet: NavPresentation<AppRoute>

    var body: some View {
      Root()
        //= View+NavPresentation.swift 1.1
    }

    func present() {
      //= View+NavPresentation.swift 1.2
    }
  }
}

enum Windows {
  struct ShopView: View {
    var window: NavWindow?
    var model: ShopModel?
    var body: some View { EmptyView() }
  }
  typealias ShopTab = AppTab

  struct Plain: App {
    var body: some Scene {
      //= NavWindowView.swift 1
    }
  }

  //= NavWindowView.swift 2.2+

  struct Made: App {
    var body: some Scene {
      //= NavWindowView.swift 3
    }
  }

  struct Keychain { var user: String? }

  @MainActor func byHand(keychain: Keychain) async throws {
    //= NavWindow.swift 1
  }

  @MainActor func replace(_ old: NavWindow, auth: Keychain) {
    var window = old
    //= NavWindow.swift 2
    _ = window
  }

  @MainActor func signOut(_ user: String, auth: SigningInAndOut.Auth, store: NavStore) async throws {
    //= NavStore+EraseAccount.swift 1
  }

  #if os(iOS) || os(macOS) || os(visionOS)
    struct WithCommands: App {
      @State private var router = NavRouter<AppRoute>()

      var body: some Scene {
        //= NavBackForwardCommands.swift 1
      }
    }

    struct ByValue: App {
      @Environment(\.openWindow) private var openWindow

      var body: some Scene {
        //= NavSceneID.swift 1.1
      }

      func open() {
        //= NavSceneID.swift 1.2
      }
    }
  #endif
}

enum Recents {
  struct Listed: View {
    var body: some View {
      //= NavHistoryItems.swift 1
    }
  }
}

enum Links {
  struct Attached: View {
    let links: NavDeepLinks<AppRoute>

    var body: some View {
      //= View+NavDeepLinks.swift 1
    }
  }

  @MainActor struct Declared {
    //= NavDeepLinks.swift 1

    func receive(in window: NavWindow, router: NavRouter<AppRoute>, url: URL) {
      //= NavWindow+Links.swift 1
    }
  }
}

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  @MainActor final class SceneSessions {
    var navigation: NavWindow?

    //= NavSceneID+UIKit.swift 1
  }
#endif
