import NavStore
import NavStorePlatform

/// A small value of a scene that saves itself: what is selected, which columns are visible.
///
/// Read on first access, and again once its account was erased. One that is a route follows what
/// becomes of that: it is the first value again once that was removed. If it cannot be read (it was
/// another type once, the store is closed), the first value is used, and what is in the file stays
/// until it is set.
@MainActor
struct SceneState<Value> {
  let name: String
  let first: Value
  private var current: Value?

  /// How often its account had been erased when it was read or set.
  private var erasures = 0

  /// The account of a value that may be a route, and that route as the store follows it.
  private let account: FaceAccount?
  private var live: LiveValue?

  /// Whether its route was removed since ``takeLoss()``.
  private var isLost = false

  init(_ name: String, first: Value, of account: FaceAccount? = nil) {
    self.name = name
    self.first = first
    self.account = account
  }

  /// Whether it was read or set, since its account was last erased.
  func isKnown(after erasures: Int = 0) -> Bool { current != nil && self.erasures == erasures }

  mutating func value(after erasures: Int = 0, read: (String) throws -> Value?) -> Value {
    followRoute()
    if let current, self.erasures == erasures { return current }
    let value = ((try? read(name)) ?? nil) ?? first
    set(value, after: erasures)
    return value
  }

  mutating func set(_ value: Value, after erasures: Int = 0) {
    current = value
    self.erasures = erasures
    isLost = false
    let route = NavStore.route(as: value)
    if route != nil, live.map({ account?.isOf($0) == false }) ?? true {
      live = account?.liveValue()
    }
    live?.set(route)
  }

  /// Whether its route was removed since the last call.
  mutating func takeLoss() -> Bool {
    followRoute()
    defer { isLost = false }
    return isLost
  }

  private mutating func followRoute() {
    switch live?.takeChange() {
    case nil: break
    case .removed:
      set(first, after: erasures)
      isLost = true
    case .replaced(let route):
      if let value = route as? Value { set(value, after: erasures) }
    }
  }
}

/// A name for a stack out of a value: what a text or an enum case is called, else its JSON.
func stackName(of value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  guard let data = try? encoder.encode(value) else { return "\(value)" }
  if let text = try? JSONDecoder().decode(String.self, from: data) { return text }
  let json = String(decoding: data, as: UTF8.self)
  // {"home":{}} is what a case without a raw value is encoded as.
  let (start, end) = ("{\"", "\":{}}")
  guard json.hasPrefix(start), json.hasSuffix(end) else { return json }
  let name = json.dropFirst(start.count).dropLast(end.count)
  return name.contains("\"") ? json : String(name)
}

/// The value that ``stackName(of:)`` makes a name of; nil if it is none's.
func value<Value: Codable>(ofStackName name: String) -> Value? {
  func decoded(_ data: Data) -> Value? {
    let value = try? JSONDecoder().decode(Value.self, from: data)
    return value.flatMap { stackName(of: $0) == name ? $0 : nil }
  }
  if let text = try? JSONEncoder().encode(name), let value = decoded(text) { return value }
  return decoded(Data(name.utf8)) ?? decoded(Data("{\"\(name)\":{}}".utf8))
}
