#if canImport(SwiftUI)
  import Foundation
  import NavRouting
  import Observation

  /// The account that is signed in, for all windows. A real shop asks its server, and stores the
  /// account in the keychain.
  @MainActor @Observable
  final class Accounts {
    private(set) var current: String? {
      didSet { UserDefaults.standard.set(current, forKey: Self.key) }
    }

    private static let key = "account"

    init() {
      current = UserDefaults.standard.string(forKey: Self.key)
    }

    /// Signs in. Every window then shows the shop.
    func signIn(as account: String) {
      current = account
    }

    /// Signs out in every window. With `erasing`, deletes all data of the account on this device.
    func signOut(erasing: Bool = false) {
      if erasing, let current { NavStore.standard.startErasingAccount(current) }
      current = nil
    }
  }
#endif
