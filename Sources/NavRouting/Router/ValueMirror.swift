import NavStore
import Observation

/// Saves a value of the window that the app owns: what `navPersisted` does, without a view.
@MainActor
final class ValueMirror<Value: Codable & Equatable>: Observable {
  private let registrar = ObservationRegistrar()
  private var saved: WindowValue<Value>?
  private var count = 0

  nonisolated init() {}

  /// Restores the value of a window.
  ///
  /// - Parameter value: What the app's property has now. It is the value if nothing was saved, unless the
  ///   window replaces one of another account: then it is what the property had at first.
  /// - Returns: The value, or `nil` if the mirror was started for that window already.
  func start(_ name: String, in window: NavWindow, with value: Value) -> Value? {
    let context = window.shared
    guard saved?.context !== context else { return nil }
    let saved = WindowValue(
      StoredNames.own(name), first: context.firstValue(named: name, value), in: context)
    saved.onChange = { [weak self] in self?.didChange() }
    self.saved = saved
    return latest
  }

  /// Saves what the app has set.
  func record(_ value: Value) {
    guard let saved, value != latest else { return }
    saved.set(value)
    saved.context.keep(value, named: saved.name)
  }

  /// The saved value; `nil` before it was restored.
  var latest: Value? { saved?.value }

  /// The number of changes that the app did not make: the account was erased, or the route that the value
  /// is was removed or rewritten.
  var changes: Int {
    registrar.access(self, keyPath: \.changes)
    return count
  }

  private func didChange() {
    registrar.withMutation(of: self, keyPath: \.changes) { count += 1 }
  }
}
