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

    /// A route of each case.
    static let all: [Route] = [
      .home, .productList(category: "shoes"), .productDetail(id: 42), .cart, .checkout,
      .orderConfirmation(orderId: "A-1"), .userProfile(userId: 7), .editProfile,
    ]
  }

  enum SignInRoute: NavRoute {
    case login, register, forgotPassword
    case otpVerification(phone: String)

    /// A phone number and its code must not be stored.
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

  /// Owns the sign-in flow, and calls `onComplete` at its end.
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

  /// The selection in the columns of the split view.
  struct Selection: Codable, Hashable, Sendable {
    var category: String?
    var item: Int?
  }
}

/// The methods of the design's own router.
extension NavRouter<ShopDesign.Route> {
  func navigate(to route: ShopDesign.Route) { push(route) }

  func completeOrder(_ orderId: String) {
    pop(toDepth: 1, thenPush: [.orderConfirmation(orderId: orderId)])
  }

  /// Does the same as ``completeOrder(_:)``, in the design's own way.
  func completeOrderInALoop(_ orderId: String) {
    while path.count > 1 { path.removeLast() }
    path.append(.orderConfirmation(orderId: orderId))
  }
}
