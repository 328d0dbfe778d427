import NavRouting
import SwiftUI

//= NavMirror.swift 1.1

enum OneRouter {
  struct Made: View {
    //= NavRouter.swift 1.1

    var body: some View {
      //= NavRouter.swift 1.2
    }

    func push() {
      //= NavRouter.swift 1.3
    }
  }

  struct Mirrored: View {
    @State private var router = ReadMe.MyRouter()

    var body: some View {
      //= View+NavPersisted.swift 1
    }
  }

  struct Followed: View {
    @State private var router = NavRouter<AppRoute>()

    var body: some View {
      //= View+NavRouter.swift 1
    }
  }

  struct Titled: View {
    let product: Product?

    var body: some View {
      //= View+NavTitle.swift 1
    }
  }

  //= NavState.swift 1

  struct Bar: View {
    let router: NavRouter<AppRoute>
    let window: NavWindow

    var body: some View {
      Root()
        //= NavBackForwardItems.swift 1
    }
  }
}

@MainActor enum Operations {
  func change(router: NavRouter<AppRoute>, id: Int) {
    //= NavRouter+Stack.swift 1
  }

  @ViewBuilder func root(of router: NavRouter<AppRoute>) -> some View {
    //= NavRouter+Stack.swift 2.1
  }

  func replaceRoot(of router: NavRouter<AppRoute>) {
    //= NavRouter+Stack.swift 2.2
  }

  func title(router: NavRouter<AppRoute>, shop: Shop) async throws {
    //= NavRouter+Title.swift 1
  }
}

enum Stacks {
  struct ByBuilder: App {
    enum AppRoute: NavRoute { case product(id: Int), settings }

    var body: some Scene {
      //= NavStackView.swift 1
    }
  }

  enum Nearest {
    //= NavStack.swift 1
  }

  struct WithRoot: View {
    let router: NavRouter<AppRoute>

    var body: some View {
      //= NavStackView.swift 2
    }
  }

  @MainActor enum Kept {
    enum Screen: NavRoute { case home }

    //= NavMirror.swift 1.2

    func keep(in window: NavWindow) {
      //= NavMirror.swift 1.3
      _ = mirror
    }
  }

  struct Value: View {
    @Observable @MainActor final class OwnRouter { var tab = AppTab.home }
    @State private var router = OwnRouter()

    var body: some View {
      Root()
        //= View+NavPersisted.swift 2
    }
  }
}

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  enum Controllers {
    enum AppRoute: NavRoute { case product(id: Int), settings }
    final class HomeViewController: UIViewController {}
    final class SettingsViewController: UIViewController {}
    final class ProductViewController: UIViewController {
      convenience init(id: Int) { self.init(nibName: nil, bundle: nil) }
    }

    @MainActor final class Coordinator {
      var link: NavControllerLink<AppRoute>?

      func start() {
        //= NavControllerLink.swift 1
      }
    }
  }
#endif
