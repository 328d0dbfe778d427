import Foundation
import NavRouting
import NavStore

/// The first reference design: a shop with routers, deep links, a sign-in coordinator and a split
/// view.
enum ShopDesign {
  enum Route: NavRoute {
    case home
    case productList(category: String)
    case productDetail(id: Int)
    case cart
    case checkout
    case orderConfirmation(orderId: String)
    case userProfile(userId: Int)
    case editProfile

    /// One route for each case.
    static let all: [Route] = [
      .home, .productList(category: "shoes"), .productDetail(id: 42), .cart, .checkout,
      .orderConfirmation(orderId: "A-1"), .userProfile(userId: 7), .editProfile,
    ]
  }

  enum SignInRoute: NavRoute {
    case login, register, forgotPassword
    case otpVerification(phone: String)

    /// Excludes the phone number and its code from storage.
    var routeTraits: NavRouteTraits {
      if case .otpVerification = self { .init(isStored: false) } else { .init() }
    }
  }

  static let links = NavDeepLinks<Route>(
    schemes: ["app"], hosts: ["shop.example"], rule: .replacePath
  ) {
    NavLinkPattern("product?id={id}", Route.productDetail(id:))
    NavLinkPattern("profile?user={user}", Route.userProfile(userId:))
    NavLinkPattern("cart", .cart)
  }

  /// An object that owns the router of the sign-in screens and calls `onComplete` after the
  /// sign-in.
  @MainActor
  final class SignInCoordinator {
    let router: NavRouter<SignInRoute>
    var onComplete: (() -> Void)?

    init(store: NavStore) {
      router = NavRouter(in: NavWindow(scene: "main", store: store), stack: "sign-in")
    }

    func completeAuth() {
      router.popToRoot()
      onComplete?()
    }
  }

  /// The category and the item that the columns of the split view select.
  struct Selection: Codable, Hashable, Sendable {
    var category: String?
    var item: Int?
  }
}

/// The navigation methods that the app of this design defines on its router.
extension NavRouter<ShopDesign.Route> {
  func navigate(to route: ShopDesign.Route) { push(route) }

  func completeOrder(_ orderId: String) {
    pop(max(0, path.count - 1), thenPush: [.orderConfirmation(orderId: orderId)])
  }

  /// Changes the stack as ``completeOrder(_:)`` does, but by single changes of the path in a loop.
  func completeOrderInALoop(_ orderId: String) {
    while path.count > 1 { path.removeLast() }
    path.append(.orderConfirmation(orderId: orderId))
  }
}
