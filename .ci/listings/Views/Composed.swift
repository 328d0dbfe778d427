import NavRouting
import SwiftUI

@MainActor enum Tabs {
  struct Bound: View {
    let window: NavWindow

    func change() {
      //= NavTabs.swift 1
    }

    var body: some View { Root() }
  }

  struct Whole: App {
    var body: some Scene {
      //= NavTabView.swift 1
    }
  }

  @available(iOS 18, macOS 15, *)
  struct OfSwiftUI: View {
    var body: some View {
      //= NavTabView.swift 2
    }
  }
}

@MainActor enum Split {
  enum MailRoute: NavRoute { case message(id: Int), attachment(String) }

  //= NavSplit.swift 1.1

  static func change(window: NavWindow) {
    //= NavSplit.swift 1.2
  }

  struct Whole: View {
    let window: NavWindow

    var body: some View {
      //= NavSplitView.swift 1
    }
  }
}

@MainActor enum Sheets {
  struct Bound: View {
    let window: NavWindow

    var body: some View {
      let view = Root()
      //= NavPresentation.swift 1.1

      //= NavPresentation.swift 1.2
    }

    func present(compose: NavPresentation<AppRoute>) {
      //= NavPresentation.swift 1.3
    }

    func crop(compose: NavPresentation<AppRoute>) {
      //= NavPresentation.swift 2
      _ = crop
    }
  }

  struct Whole: View {
    let compose: NavPresentation<AppRoute>

    var body: some View {
      Root()
        //= View+NavPresentation.swift 1
    }
  }
}

enum Windows {
  struct Accounts: App {
    @State private var auth = SigningInAndOut.Auth()

    var body: some Scene {
      //= NavWindowView.swift 1
    }
  }

  struct Keychain { var user: String? }

  @MainActor func byHand(keychain: Keychain) {
    //= NavWindow.swift 1
  }

  @MainActor func signOut(_ user: String, auth: SigningInAndOut.Auth, store: NavStore) async throws {
    //= NavStore+EraseAccount.swift 1
  }

  #if os(iOS) || os(macOS) || os(visionOS)
    struct WithCommands: App {
      var body: some Scene {
        //= NavBackForwardCommands.swift 1
      }
    }

    struct MailView: View {
      let window: NavWindow
      var body: some View { EmptyView() }
    }

    struct ByValue: App {
      @Environment(\.openWindow) private var openWindow

      var body: some Scene {
        //= NavScene.swift 1.1
      }

      func open() {
        //= NavScene.swift 1.2
      }
    }

    struct Note: Identifiable {
      let id: Int
    }
    typealias NoteView = MailView

    struct ByOwnValue: App {
      var body: some Scene {
        //= NavScene.swift 2
      }
    }

    struct Reopening: App {
      var body: some Scene {
        //= NavReopenWindowCommands.swift 1
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
    var nav: NavWindow?

    //= NavScene+UIKit.swift 1
  }
#endif
