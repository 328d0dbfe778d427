import NavStore
import Observation

/// Restores and saves a value of the app in a window, for `navPersistedValue`.
@MainActor
final class ValueMirror<Value: Codable & Equatable>: Observable {
  private let registrar = ObservationRegistrar()
  private var saved: WindowValue<Value>?

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
    registrar.withMutation(of: self, keyPath: \.latest) { self.saved = saved }
    return saved.current
  }

  /// Saves a value that the app has set, after ``start(_:in:with:)``.
  func record(_ value: Value) {
    guard let saved, value != saved.current else { return }
    saved.save(value)
  }

  /// The saved value; `nil` before the value is restored. Observable.
  ///
  /// The value changes without the app if the account is erased, or if a route that is the value is
  /// removed or rewritten.
  var latest: Value? {
    registrar.access(self, keyPath: \.latest)
    return saved?.value
  }
}
