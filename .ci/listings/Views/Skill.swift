//= SKILL.md 1.1

// The listings of .agents/skills/navstore/SKILL.md that need views. Plain/Skill.swift has its other
// listings.

@MainActor enum Skill {
  //= SKILL.md 1.2

  //= SKILL.md 1.3 without @main

  //= SKILL.md 1.4+

  struct Tabs: View {
    var body: some View {
      //= SKILL.md 2
    }
  }

  struct Links: View {
    //= SKILL.md 3.1

    var body: some View {
      //= SKILL.md 3.2
    }
  }

  @Observable @MainActor final class Auth { var user: String? }

  struct Gate: View {
    @State private var auth = Auth()
    //= SKILL.md 4.1

    var body: some View {
      //= SKILL.md 4.2
    }
  }

  struct Features: View {
    let product: Product?
    //= SKILL.md 5.3
    //= SKILL.md 5.6

    var body: some View {
      //= SKILL.md 5.1
      //= SKILL.md 5.2
      //= SKILL.md 5.4
      //= SKILL.md 5.5
    }
  }

  enum Renamed {
    enum AppRoute: NavRoute {
      case list(String), product(id: Int)

      //= SKILL.md 6
    }
  }

  func signOut(_ user: String, of auth: Auth) async throws {
    //= SKILL.md 7
  }

  @Observable @MainActor final class OwnRouter { var path: [AppRoute] = [] }

  struct Own: View {
    @State private var own = OwnRouter()
    @State private var path = NavigationPath()

    var body: some View {
      //= SKILL.md 8
    }
  }
}

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension Skill {
    final class ProductController: UIViewController {
      convenience init(route: AppRoute) { self.init(nibName: nil, bundle: nil) }
    }

    @MainActor final class Coordinator {
      private var bridge: NavControllerBridge<AppRoute>?

      func start(_ session: UISceneSession, in navigation: UINavigationController) {
        //= SKILL.md 9
      }
    }
  }
#endif
