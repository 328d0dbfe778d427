#if canImport(SwiftUI)
  import Foundation
  import NavRouting
  import Observation

  /// Who is signed in, for all windows. A real shop asks its server, and keeps this in the
  /// keychain.
  @MainActor @Observable
  final class Accounts {
    typealias Event = NavFlow<ShopFlow>.Event

    private(set) var current: String
    @ObservationIgnored private var listeners: [UUID: AsyncStream<Event>.Continuation] = [:]

    private static let key = "account"

    init() {
      current = UserDefaults.standard.string(forKey: Self.key) ?? ""
    }

    func signIn(as account: String) {
      change(to: account, .signedIn(account: account))
    }

    /// Signs out in every window. With `.account` nothing of the account stays on this device.
    func signOut(erasing erasure: NavFlow<ShopFlow>.Erasure = .nothing) {
      change(to: "", .signedOut(erasing: erasure))
    }

    /// What happens from now on; each window follows a stream of its own.
    func events() -> AsyncStream<Event> {
      let (events, listener) = AsyncStream.makeStream(of: Event.self)
      let id = UUID()
      listeners[id] = listener
      listener.onTermination = { [weak self] _ in
        Task { @MainActor in self?.listeners[id] = nil }
      }
      return events
    }

    private func change(to account: String, _ event: Event) {
      current = account
      UserDefaults.standard.set(account, forKey: Self.key)
      for listener in listeners.values { listener.yield(event) }
    }
  }
#endif
