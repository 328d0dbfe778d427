import NavStore
import Observation

/// Restores and saves a value of the app in a window, for `navPersistedValue`.
@MainActor
final class ValueMirror<Value: Codable & Equatable>: Observable {
  private let registrar = ObservationRegistrar()
  private var saved: WindowValue<Value>?
  private var count = 0

  nonisolated init() {}

  /// Restores the value of a window.
  ///
  /// - Parameter value: The current value of the app's property, used if no value was saved. If the
  ///   window replaces a window of another account, the property's initial value is used instead.
  /// - Returns: The value that the app must set, or `nil` if the mirror was already started for
  ///   that window.
  func start(_ name: String, in window: NavWindow, with value: Value) -> Value? {
    let context = window.shared
    guard saved?.context !== context else { return nil }
    let saved = WindowValue(
      StoredNames.own(name), first: context.firstValue(named: name, value), in: context)
    saved.onChange = { [weak self] in self?.didChange() }
    self.saved = saved
    return latest
  }

  /// Saves a value that the app has set, after ``start(_:in:with:)``.
  func record(_ value: Value) {
    guard let saved, value != latest else { return }
    saved.set(value)
    saved.context.keep(value, named: saved.name)
  }

  /// The saved value; `nil` before the value is restored.
  var latest: Value? { saved?.value }

  /// The number of changes that the app did not make. Such a change is the erasure of the account,
  /// or the removal or rewriting of a route that is the value.
  var changes: Int {
    registrar.access(self, keyPath: \.changes)
    return count
  }

  private func didChange() {
    registrar.withMutation(of: self, keyPath: \.changes) { count += 1 }
  }
}
