import NavRouting
import SwiftUI

// Typical tasks of an app, which show how many lines of code they need with NavStore. The lines of
// a task are between "// [task" or "// [more" and "// ]". `check` fails if a task has more lines
// than its limit. Task 12 is in Tests.swift.

@MainActor enum Tasks {
  // [task 1, at most 8: one stack, restored
  enum AppRoute: NavRoute { case category(String), product(id: Int), settings, order(id: Int) }

  struct ShopApp: App {
    var body: some Scene {
      WindowGroup {
        NavStackView(AppRoute.self) { Home() } destination: { Screen($0) }
      }
    }
  }
  // ]

  struct Home: View {
    @CurrentRouter(AppRoute.self) private var router

    var body: some View {
      NavigationLink("Shoes", value: AppRoute.category("shoes"))
      Button("Product 7") { router.push(.product(id: 7)) }
      Button("Back") { router.back() }
    }
  }
  struct Screen: View {
    private let route: AppRoute
    init(_ route: AppRoute) { self.route = route }
    var body: some View { Text("\(String(describing: route))") }
  }
  struct SignIn: View { var body: some View { Text("Sign in") } }

  enum AppTab: String, Codable, CaseIterable {
    case home, search, cart
    var title: String { rawValue }
    var symbol: String { "circle" }
  }

  struct TabsApp: App {
    var body: some Scene {
      // [task 2, at most 6: tabs
      WindowGroup {
        NavTabView(AppTab.self, of: AppRoute.self) { _ in Home() } destination: { Screen($0) } label: {
          Label($0.title, systemImage: $0.symbol)
        }
      }
      // ]
    }
  }

  enum LinksTask {
    // [task 3, at most 8: links to three screens
    static let links = NavDeepLinks<AppRoute>(schemes: ["shop"], hosts: ["shop.example"]) {
      NavLinkPattern("settings", .settings)
      NavLinkPattern("product?id={id}", AppRoute.product(id:))
      NavLinkPattern("category/{name}/product/{id}", path: { [.category($0), .product(id: $1)] })
    }
    // ]
    struct Main: App {
      var body: some Scene {
        // [more 3
        WindowGroup {
          NavStackView(AppRoute.self) { Home() } destination: { Screen($0) }.navDeepLinks(links)
        }
        // ]
      }
    }
  }

  @Observable @MainActor final class Auth { var user: String? }

  struct GateApp: App {
    @State private var auth = Auth()
    // [task 4, at most 10: a sign-in gate, and a link that waits for it
    let links = NavDeepLinks<AppRoute>(schemes: ["shop"]) {
      NavLinkPattern("order/{id}", AppRoute.order(id:)).requiringSignIn()
    }
    // ]
    var body: some Scene {
      WindowGroup {
        // [more 4
        NavWindowView(account: auth.user) { window in
          if window.account == nil { SignIn() } else {
            NavStackView(AppRoute.self) { Home() } destination: { Screen($0) }
          }
        }
        .navDeepLinks(links)
        // ]
      }
    }
  }

  struct RecentsTask: View {
    var body: some View {
      // [task 5, at most 3: recently viewed
      NavHistoryItems(.recent(), of: AppRoute.self) { items in
        List(items) { NavigationLink($0.title ?? "Untitled", value: $0.route) }
      }
      // ]
    }
  }

  struct BackForwardTask: View {
    var body: some View {
      // [task 6, at most 3: back and forward with menus
      NavStackView(AppRoute.self) { Home() } destination: { Screen($0) }
        .navBackForwardButtons()
      // ]
    }
  }

  struct SearchTask: View {
    // [task 7, at most 5: search
    @State private var text = ""
    // ]
    var body: some View {
      // [more 7
      NavHistoryItems(.search(text), of: AppRoute.self) { items in
        List(items) { NavigationLink($0.title ?? "Untitled", value: $0.route) }
      }
      .searchable(text: $text)
      // ]
    }
  }

  enum RenamedRoute: NavRoute {
    case list(String), product(id: Int)
    // [task 8, at most 1: a renamed case, and one line in Tests.swift
    static let coding = NavCoding<RenamedRoute>.codable(renaming: ["category": "list"])
    // ]
  }

  struct TitleTask: View {
    let product: (name: String, price: Int)?
    var body: some View {
      Text("Product")
        // [task 9, at most 1: a title that comes later
        .navTitle(product?.name)
        // ]
    }
  }

  struct DraftTask: View {
    // [task 10, at most 1: a value of an item
    @RestoredState("draft", of: .item) private var draft = ""
    // ]
    var body: some View { TextField("Draft", text: $draft) }
  }

  @MainActor func signOut(_ user: String, of auth: Auth) async throws {
    auth.user = nil
    // [task 11, at most 1: sign-out erases
    try await NavStore.standard.eraseAccount(user)
    // ]
  }
  @Observable @MainActor final class OwnPath { var path: [AppRoute] = [] }

  struct MirrorTask: View {
    @State private var own = OwnPath()
    var body: some View {
      NavigationStack(path: $own.path) { Home() }
        // [task 13, at most 1: a router of one's own
        .navPersisted($own.path)
        // ]
    }
  }
}
