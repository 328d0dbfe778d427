#if canImport(SwiftUI)
  import Foundation
  import NavRouting
  import SwiftUI

  /// The screen with the setting for the age of the history, and a button that clears the history.
  struct SettingsView: View {
    @Environment(ShopNavigation.self) private var navigation
    @State private var age = HistoryAge.saved
    @State private var hasFailed = false

    var body: some View {
      List {
        Section("Keep history for") {
          Choice("Keep history for", HistoryAge.allCases, selection: $age) { Text($0.title) }
        }
        Section("Privacy") {
          Button("Clear history", role: .destructive, action: clear)
        }
      }
      .navTitle("Settings")
      .onChange(of: age) { _, age in keep(for: age) }
      .alert("Your history could not be cleared.", isPresented: $hasFailed) {
        Button("OK") {}
      }
    }

    /// Saves the age, and erases the visits of the account that are older. From the next launch on,
    /// the store deletes visits beyond this age by itself.
    private func keep(for age: HistoryAge) {
      HistoryAge.saved = age
      guard let days = age.days else { return }
      let limit = Date(timeIntervalSinceNow: -86_400 * Double(days))
      take(.dates(.distantPast..<limit))
    }

    /// Clears the history of the account, and erases its bytes in the store's file.
    private func clear() {
      take(.all)
    }

    private func take(_ scope: NavHistory<ShopRoute>.Scope) {
      let history = navigation.window.history(of: ShopRoute.self)
      Task {
        do {
          try await history.erase(scope)
        } catch {
          hasFailed = true
        }
      }
    }
  }
#endif
