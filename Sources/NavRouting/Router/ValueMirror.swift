import NavStore
import Observation

/// Saves a value of the window that somebody else owns: what `navPersisted` does, without a view.
@MainActor
final class ValueMirror<Value: Codable & Equatable>: Observable {
  private let registrar = ObservationRegistrar()
  private var account: FaceAccount?
  private var state: SceneState<Value>?
  private var count = 0

  nonisolated init() {}

  /// Restores the value of a window; `value` is what its owner has now, and what it is if nothing
  /// was saved. Nil if it was started for that window already.
  func start(_ name: String, in window: NavWindow, with value: Value) -> Value? {
    guard account?.context !== window.shared else { return nil }
    let account = FaceAccount(window.shared)
    self.account = account
    state = SceneState(name, first: state?.first ?? value, of: account)
    return latest
  }

  /// Keeps what its owner has set.
  func record(_ value: Value) {
    guard let account, var state, value != latest else { return }
    state.set(value, after: erasures)
    self.state = state
    account.context.keep(value, named: state.name)
  }

  /// What is saved; nil before it was restored.
  var latest: Value? {
    guard let account else { return nil }
    let erasures = erasures
    return state?.value(after: erasures) { try account.context.value(named: $0) }
  }

  /// How often it was changed by others: its account was erased, or another one signed in; the route
  /// that it is was removed or rewritten.
  var changes: Int {
    registrar.access(self, keyPath: \.changes)
    return count
  }

  private var erasures: Int {
    account?.erasures { [weak self] _ in self?.didChange() } ?? 0
  }

  private func didChange() {
    registrar.withMutation(of: self, keyPath: \.changes) { count += 1 }
  }
}
