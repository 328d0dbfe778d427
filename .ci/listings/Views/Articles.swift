import NavRouting
import SwiftUI

// The articles of NavRouting.

//= MovingToNavStore.md 1.1
//= TabsSplitViewsWindows.md 1.1

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

  //= TabsSplitViewsWindows.md 1.2+

  //= TabsSplitViewsWindows.md 2
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

enum BackForwardAndRecents {
  //= BackForwardAndRecents.md 1

  //= BackForwardAndRecents.md 2

  //= BackForwardAndRecents.md 3

  //= BackForwardAndRecents.md 4
}

enum OtherArchitectures {
  enum FeatureAction { case pathRestored([AppRoute]) }
  @Observable @MainActor final class FeatureStore {
    var path: [AppRoute] = []
    func send(_ action: FeatureAction) {}
  }

  //= OtherArchitectures.md 1
}

enum Moving {
  //= MovingToNavStore.md 1.2+
}

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  enum Coordinators {
    //= OtherArchitectures.md 2
  }
#else
  //! OtherArchitectures.md 2
#endif
