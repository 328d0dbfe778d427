#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The screen of the account, with closed windows and two buttons that sign out.
  struct AccountView: View {
    @Environment(Accounts.self) private var accounts
    @Environment(ShopNavigation.self) private var navigation
    @Environment(\.supportsMultipleWindows) private var hasWindows
    @State private var closed: [NavScene] = []

    var body: some View {
      List {
        Section(navigation.window.account ?? "") {
          NavigationLink("Order 1001", value: ShopRoute.order(number: 1_001))
          NavigationLink("Settings", value: ShopRoute.settings)
        }
        if hasWindows && !closed.isEmpty { ClosedWindows(scenes: closed) }
        Section("Leave") {
          // Signing out keeps the account's stacks, which are shown when the account signs in
          // again.
          Button("Sign out") { accounts.signOut() }
          Button("Sign out and erase", role: .destructive) {
            accounts.signOut(erasing: true)
          }
        }
      }
      .navTitle("Account")
      .onAppear { closed = (try? NavStore.standard.closedScenes(limit: 5)) ?? [] }
    }
  }

  /// The screen of an order. A link to it opens after the user has signed in.
  struct OrderView: View {
    let number: Int

    var body: some View {
      Text("On its way to you.").navTitle("Order \(number)")
    }
  }
#endif
