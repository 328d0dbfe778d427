import NavStore
import NavStorePlatform

/// A small value of a window that is saved with the window, like a selection or the visible
/// columns.
///
/// The value is read on first access. It is ``first`` if nothing is saved, or if the saved value
/// can't be read because it has another type or the store is closed. It is also ``first`` after the
/// account was erased, or after a route that is the value was removed.
@MainActor
final class WindowValue<Value: Codable> {
  let context: WindowContext
  let name: String
  let first: Value

  /// Called after a change of the value that the app didn't make.
  var onChange: (() -> Void)?

  private var current: Value?
  private var live: LiveValue?

  /// Whether the route that was the value was removed since the last call of ``takeRemoval()``.
  private var isRemoved = false

  init(_ name: String, first: Value, in context: WindowContext) {
    (self.name, self.first, self.context) = (name, first, context)
  }

  /// Whether the value is in memory, because it was read or set.
  var isKnown: Bool {
    follow()
    return current != nil
  }

  /// Returns the value in memory. If it isn't there, calls `read` for the saved value.
  func value(read: (String) throws -> Value?) -> Value {
    follow()
    if let current { return current }
    let value = ((try? read(name)) ?? nil) ?? first
    set(value)
    return value
  }

  /// The value, which is read from the window on first access.
  var value: Value { value { try context.value(named: $0) } }

  /// Sets the value in memory. The caller saves it.
  func set(_ value: Value) {
    current = value
    isRemoved = false
    let live = live ?? followStore()
    live.set(NavStore.route(as: value))
  }

  /// Returns whether the route that was the value was removed since the last call of this method.
  func takeRemoval() -> Bool {
    follow()
    defer { isRemoved = false }
    return isRemoved
  }

  private func followStore() -> LiveValue {
    let live = LiveValue(scene: context.scene.id, account: context.live.key) { [weak self] in
      MainLoop.schedule { self?.onChange?() }
    }
    context.store.follow(live)
    self.live = live
    return live
  }

  private func follow() {
    switch live?.takeChange() {
    case nil: break
    case .removed:
      set(first)
      isRemoved = true
    case .replaced(let route):
      if let value = route as? Value { set(value) }
    case .erased: set(first)
    case .outdated: current = nil
    }
  }
}

/// Returns a name for a stack, made of a value. The name is the value's text, the name of the
/// value's enum case, or else the value's JSON.
func stackName(of value: some Encodable) -> String {
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

/// Returns the value for which ``stackName(of:)`` returns `name`; `nil` if there is no such value.
func value<Value: Codable>(ofStackName name: String) -> Value? {
  func decoded(_ data: Data) -> Value? {
    let value = try? JSONDecoder().decode(Value.self, from: data)
    return value.flatMap { stackName(of: $0) == name ? $0 : nil }
  }
  if let text = try? JSONEncoder().encode(name), let value = decoded(text) { return value }
  return decoded(Data(name.utf8)) ?? decoded(Data("{\"\(name)\":{}}".utf8))
}
