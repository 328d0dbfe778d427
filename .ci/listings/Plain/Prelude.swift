import FoundationEssentials
import NavRouting
import NavStoreTesting

// What the listings name and do not show.

/// "…" in a listing.
func ellipsis() {}

enum AppRoute: NavRoute {
  case category(String), product(id: Int), settings, cart, profile(user: String)
}
enum ShopRoute: NavRoute { case category(String), product(id: Int), cart }
enum AuthRoute: NavRoute { case login }
