import FoundationEssentials
import NavRouting
import NavStoreTesting

// The declarations that listings in this folder use and don't contain.

/// The replacement for "…" in a listing.
func ellipsis() {}

enum AppRoute: NavRoute {
  case category(String), product(id: Int), settings, cart, profile(user: String)
}
enum ShopRoute: NavRoute { case category(String), product(id: Int), cart }
enum AuthRoute: NavRoute { case login }
