#if canImport(SwiftUI)
  import Foundation
  import NavRouting
  import Observation

  /// The account that is signed in, which all windows share. A real shop signs in at its server,
  /// and stores the account in the keychain.
  @MainActor @Observable
  final class Accounts {
    private(set) var current: String? {
      didSet { UserDefaults.standard.set(current, forKey: Self.key) }
    }

    private static let key = "account"

    init() {
      current = UserDefaults.standard.string(forKey: Self.key)
    }

    /// Signs in an account in all windows, which then show the shop.
    func signIn(as account: String) {
      current = account
    }

    /// Signs out in all windows. With `erasing`, also starts to erase all data of the account in
    /// the store.
    func signOut(erasing: Bool = false) {
      if erasing, let current { NavStore.standard.startErasingAccount(current) }
      current = nil
    }
  }
#endif
