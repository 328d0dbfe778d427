import FoundationEssentials
import NavRouting
import NavStoreTesting

// Declarations that the listings use but don't show.

/// Replaces "…" in a listing.
func ellipsis() {}

enum AppRoute: NavRoute {
  case category(String), product(id: Int), settings, cart, profile(user: String)
}
enum ShopRoute: NavRoute { case category(String), product(id: Int), cart }
enum AuthRoute: NavRoute { case login }
