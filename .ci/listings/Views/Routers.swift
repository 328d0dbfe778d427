import NavRouting
import SwiftUI

@MainActor enum OneRouter {
  static func push(window: NavWindow) {
    //= NavRouter.swift 1
  }

  static func branches(router: NavRouter<AppRoute>) async throws {
    //= NavRouter+BackForward.swift 1
  }

  struct Mirrored: View {
    @State private var router = ReadMe.MyRouter()

    var body: some View {
      //= View+NavPersisted.swift 1
    }
  }

  struct AnyPath: View {
    @State private var path = NavigationPath()

    var body: some View {
      //= View+NavPersisted.swift 2
    }
  }

  nonisolated enum ArticleRoute: NavRoute { case article(id: Int) }
  struct Article: Hashable { var id: Int }
  @MainActor struct Library {
    func article(_ route: ArticleRoute) -> Article? { nil }
  }

  struct Models: View {
    @State private var articles: [Article] = []
    let library: Library

    var body: some View {
      //= View+NavPersisted.swift 3
    }
  }

  struct Value: View {
    @Observable @MainActor final class OwnRouter { var tab = AppTab.home }
    @State private var router = OwnRouter()

    var body: some View {
      Root()
        //= View+NavPersisted.swift 4
    }
  }

  struct Titled: View {
    let product: Product?

    var body: some View {
      //= View+NavTitle.swift 1
    }
  }

  //= RestoredState.swift 1

  final class Player {}
  struct PlayerView: View {
    let player: Player
    var body: some View { EmptyView() }
  }

  //= ScreenObject.swift 1

  struct Bar: View {
    let window: NavWindow

    var body: some View {
      //= View+NavBackForward.swift 1
    }
  }
}

@MainActor enum Operations {
  struct RootView: View {
    init(_ route: AppRoute) {}
    var body: some View { EmptyView() }
  }

  @ViewBuilder func root(of router: NavRouter<AppRoute>) -> some View {
    //= NavRouter+Stack.swift 1
  }

  func title(router: NavRouter<AppRoute>, shop: Shop) async throws {
    //= NavRouter+Title.swift 1
  }

  nonisolated struct API: Sendable {
    func missing(among ids: [Int]) async throws -> Set<Int> { [] }
  }

  func validate(router: NavRouter<AppRoute>, api: API) async {
    //= NavRouter+Following.swift 1
  }
}

extension AppRoute {
  nonisolated var productID: Int? { if case .product(let id) = self { id } else { nil } }
}

enum Stacks {
  struct ByBuilder: App {
    enum AppRoute: NavRoute { case product(id: Int), settings }

    var body: some Scene {
      //= NavStackView.swift 1
    }
  }

  enum Nearest {
    //= CurrentRouter.swift 1
  }

  @MainActor enum Kept {
    //= NavRouter+Mirror.swift 1.1

    func keep(_ model: Model, in window: NavWindow) {
      //= NavRouter+Mirror.swift 1.2
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
      var bridge: NavControllerBridge<AppRoute>?

      func start(in window: NavWindow) {
        //= NavControllerBridge.swift 1
      }
    }
  }
#endif
