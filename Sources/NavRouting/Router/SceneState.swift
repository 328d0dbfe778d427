import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A small value of a scene that saves itself: what is selected, which columns are visible.
///
/// Read on first access, and again once its account was erased. Where it cannot be read (it was
/// another type once, the store is closed), the first value is used, and what is in the file stays
/// until it is set.
@MainActor
struct SceneState<Value> {
  let name: String
  let first: Value
  private var current: Value?

  /// How often its account had been erased when it was read or set.
  private var erasures = 0

  init(_ name: String, first: Value) {
    self.name = name
    self.first = first
  }

  /// Whether it was read or set, since its account was last erased.
  func isKnown(after erasures: Int = 0) -> Bool { current != nil && self.erasures == erasures }

  mutating func value(after erasures: Int = 0, read: (String) throws -> Value?) -> Value {
    if let current, self.erasures == erasures { return current }
    let value = ((try? read(name)) ?? nil) ?? first
    set(value, after: erasures)
    return value
  }

  mutating func set(_ value: Value, after erasures: Int = 0) {
    current = value
    self.erasures = erasures
  }

  mutating func forget() {
    current = nil
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
