import NavStore
import NavStorePlatform
import Observation

/// A small value of a window that is saved with the window, like a selection or the visible
/// columns.
///
/// The value is read on first access. It is ``first`` if nothing is saved, or if the saved value
/// can't be read because it has another type or the store is closed. It is also ``first`` after the
/// account was erased, or after a route that is the value was removed.
@MainActor
final class WindowValue<Value: Codable>: Observable {
  let context: WindowContext
  let name: String
  let first: Value

  /// The value that the app saved before it used this library.
  private let legacy: NavLegacyState<Value>?

  /// Called after a change of the value that the app didn't make, while observers are notified.
  var onChange: (() -> Void)?

  private let observed = Observed(\WindowValue.value)
  private var known: Value?
  private lazy var live = context.store.liveValue(
    in: context.scene.id, account: context.live.key,
    onChange: MainLoop.notifier(of: self) { value in value.change { value.onChange?() } })

  /// Whether the route that was the value was removed since the last call of ``takeRemoval()``.
  private var isRemoved = false

  init(
    _ name: String, first: Value, adopting legacy: NavLegacyState<Value>? = nil,
    in context: WindowContext
  ) {
    (self.name, self.first, self.legacy, self.context) = (name, first, legacy, context)
  }

  /// The value. Observable.
  var value: Value {
    access()
    return current
  }

  /// Records that an observer has read the value.
  func access() { observed.access(self) }

  /// The value, for a reader that isn't notified of later changes.
  var current: Value { current { try context.value(named: name, adopting: legacy) } }

  /// Whether the value is in memory, because it was read or set.
  var isKnown: Bool {
    follow()
    return known != nil
  }

  /// Returns the value in memory. If it isn't there, calls `read` for the saved value.
  func current(read: () throws -> Value?) -> Value {
    follow()
    if let known { return known }
    let value = ((try? read()) ?? nil) ?? first
    set(value)
    return value
  }

  /// Notifies observers of a change of the value, which `body` makes.
  func change(_ body: () -> Void) { observed.change(of: self, body) }

  /// Sets the value in memory, and saves it with the open turn.
  func save(_ value: Value) {
    change {
      set(value)
      context.keep(value, named: name)
    }
  }

  /// Sets the value in memory. The caller saves it, and notifies observers.
  func set(_ value: Value) {
    known = value
    isRemoved = false
    live.set(NavStore.route(as: value))
  }

  /// Replaces the value by ``first``, as after a removal, and saves ``first``.
  func restart() {
    set(first)
    isRemoved = true
    context.keep(first, named: name)
  }

  /// Returns whether the route that was the value was removed since the last call of this method.
  func takeRemoval() -> Bool {
    follow()
    defer { isRemoved = false }
    return isRemoved
  }

  private func follow() {
    switch live.takeChange() {
    case nil: break
    case .removed:
      set(first)
      isRemoved = true
    case .replaced(let route):
      if let value = route as? Value { set(value) }
    case .erased: set(first)
    case .outdated: known = nil
    }
  }
}

/// Returns a text for a value, which a stack's name or a link contains. It is the value itself if
/// the value is a text, the name of the value's enum case, or else the value's JSON.
func text(of value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  guard let data = try? encoder.encode(value) else { return "\(value)" }
  if let text = try? JSONDecoder().decode(String.self, from: data) { return text }
  let json = String(decoding: data, as: UTF8.self)
  // `JSONEncoder` encodes an enum case without a raw value as `{"home":{}}`.
  let (start, end) = ("{\"", "\":{}}")
  guard json.hasPrefix(start), json.hasSuffix(end) else { return json }
  let name = json.dropFirst(start.count).dropLast(end.count)
  return name.contains("\"") ? json : String(name)
}

/// Returns the value for which ``text(of:)`` returns `name`; `nil` if there is no such value.
func value<Value: Codable>(ofText name: String) -> Value? {
  let text = (try? JSONEncoder().encode(name)) ?? Data()
  for json in [text, Data(name.utf8), Data("{\"\(name)\":{}}".utf8)] {
    let value = try? JSONDecoder().decode(Value.self, from: json)
    if let value, NavRouting.text(of: value) == name { return value }
  }
  return nil
}
