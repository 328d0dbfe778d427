import NavRouting
import SwiftUI

// The listings of NavRouting's articles that need views.

//= MovingToNavStore.md 1.1

@MainActor enum GettingStarted {
  //= GettingStarted.md 1 without @main
}

enum KeepYourRouter {
  @Observable @MainActor final class OwnRouter {
    var path: [AppRoute] = []
    var tab = AppTab.home
  }

  //= KeepYourRouter.md 1

  //= KeepYourRouter.md 2

  //= KeepYourRouter.md 3
  //= KeepYourRouter.md 4
}

enum TabsSplitViewsWindows {
  enum MailTab: String, Codable, CaseIterable { case inbox, sent }
  enum MailRoute: NavRoute { case message(id: Int), draft(id: Int) }

  //= UsingTabs.md 1

  //= UsingTabs.md 2

  //= UsingSheets.md 1

  //= UsingSplitViews.md 1

  //= UsingWindows.md 1

  //= UsingWindows.md 2
}

enum SigningInAndOut {
  @Observable @MainActor final class Auth { var user: String? }

  typealias Main = RouterView
  typealias SignIn = RouterView

  struct Splash: View {
    let isDone: () -> Void
    var body: some View { EmptyView() }
  }

  //= SigningInAndOut.md 1

  //= SigningInAndOut.md 2

  //= SigningInAndOut.md 3

  //= SigningInAndOut.md 4
}

//= HandlingDeepLinks.md 1

enum HandlingDeepLinks {
  //= HandlingDeepLinks.md 2
}

enum BackAndForward {
  //= BackAndForward.md 1
}

enum HistoryQueries {
  //= HistoryQueries.md 1

  //= HistoryQueries.md 2

  //= HistoryQueries.md 3
}

enum OtherArchitectures {
  enum FeatureAction { case pathRestored([AppRoute]) }
  @Observable @MainActor final class FeatureStore {
    var path: [AppRoute] = []
    func send(_ action: FeatureAction) {}
  }

  //= OtherArchitectures.md 1
}

/// The declarations of TCA (The Composable Architecture) that listing 2 of OtherArchitectures.md uses.
enum ReducersOfWindows {
  struct WindowState { let scene: NavScene; var path: [AppRoute] = [] }
  enum WindowAction: Sendable { case appeared, pathChanged([AppRoute]) }
  struct Send<Action: Sendable>: Sendable {
    @MainActor func callAsFunction(_ action: Action) {}
  }
  struct Effect<Action: Sendable> {
    static var none: Self { Self() }
    static func merge(_ effects: Self...) -> Self { Self() }
    static func run(_ operation: @escaping @Sendable (Send<Action>) async -> Void) -> Self { Self() }
  }
  protocol Reducer<State, Action> {
    associatedtype State
    associatedtype Action: Sendable
    func reduce(into state: inout State, action: Action) -> Effect<Action>
  }

  //= OtherArchitectures.md 2
}

/// A replacement for the class of this name in Foundation, which the stand-in for Foundation lacks.
final class NSUbiquitousKeyValueStore {
  @MainActor static let `default` = NSUbiquitousKeyValueStore()
  func set(_ value: Any?, forKey key: String) {}
  func data(forKey key: String) -> Data? { nil }
}

enum Elsewhere {
  //= ContinueElsewhere.md 1

  //= ContinueElsewhere.md 2

  //= ContinueElsewhere.md 3

  @MainActor static func travel(_ router: NavRouter<AppRoute>) throws {
    //= NavPlace.swift 1
  }

  struct Offered: View {
    var body: some View {
      //= View+NavUserActivity.swift 1
    }
  }
}

// Listing 8 of TestingAndPreviews.md and the listing of PreviewTrait+NavStore.swift are left out,
// because the stand-in for SwiftUI has no macro `#Preview`.
//! TestingAndPreviews.md 8
//! PreviewTrait+NavStore.swift 1
@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
@MainActor enum Previews {
  static let inStack: PreviewTrait<Preview.ViewTraits> = .navStore(path: [AppRoute.category("shoes"), .product(id: 7)])
  static let inTab: PreviewTrait<Preview.ViewTraits> = .navStore(account: "ada") { window in
    window.tabs(AppTab.self, of: AppRoute.self)[.cart].path = [.product(id: 7)]
  }
}

enum Moving {
  //= MovingToNavStore.md 1.2+
}

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  enum Coordinators {
    //= OtherArchitectures.md 3
  }
#else
  //! OtherArchitectures.md 3
#endif
