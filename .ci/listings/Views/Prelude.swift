import NavRouting
import SwiftUI

// The declarations that listings in this folder use and don't contain.

/// The replacement for "…" in a listing.
@discardableResult func ellipsis() -> EmptyView { EmptyView() }

enum AppRoute: NavRoute {
  case category(String), product(id: Int), settings, cart, profile(user: String), draft(id: Int)
  case welcome, home, orderConfirmation(Int)
}
enum ShopRoute: NavRoute { case category(String), product(id: Int), cart }
enum AuthRoute: NavRoute { case login }
enum AppTab: String, Codable, CaseIterable {
  case home, cart, search
  var title: String { rawValue }
  var symbol: String { rawValue }
}

struct Item {}
struct Product { var name: String }
struct Shop {
  func product(_ id: Int) async throws -> Product { Product(name: "\(id)") }
}

struct ContentView: View { var body: some View { EmptyView() } }
struct Home: View { var body: some View { EmptyView() } }
struct HomeView: View { var body: some View { EmptyView() } }
struct SearchView: View { var body: some View { EmptyView() } }
struct Root: View { var body: some View { EmptyView() } }
struct SettingsView: View { var body: some View { EmptyView() } }
struct ShopTabs: View { var body: some View { EmptyView() } }
struct SignIn: View { var body: some View { EmptyView() } }

/// A replacement for the views of an app. It takes any content.
struct Screen<Content>: View {
  init(_ content: Content) {}
  var body: some View { EmptyView() }
}
typealias ComposeView = Screen
typealias Draft = Screen
typealias MessageView = Screen
typealias ItemView = Screen
typealias ItemTile = Screen
typealias ProductRow = Screen
typealias ProductDetail = Screen
typealias TabRoot = Screen
typealias ScreenView = Screen

struct ProductView: View {
  let id: Int
  var body: some View { EmptyView() }
}
struct RouterView<Route: NavRoute>: View {
  let router: NavRouter<Route>
  var body: some View { EmptyView() }
}
typealias HomeTab = RouterView
typealias CartTab = RouterView
