import NavStorePlatform

// The item and kind of a route that doesn't set them, read from its JSON.
//
// Swift encodes a case as an object with the case as its only key, `{"product":{"id":7}}`, and an
// unnamed value under `_0`
// ([SE-0295](https://github.com/apple/swift-evolution/blob/main/proposals/0295-codable-synthesis-for-enums-with-associated-values.md)).
// Item identifiers use the oldest names of the type and the case, so that renaming them does not
// make a second item.

extension RouteEvolution {
  /// Returns the item identifier (key) and the kind. The key is the tag, the case, and the JSON
  /// text of the value's `id`, or else of the whole value.
  func naming(of payload: [UInt8], isEnum: Bool) -> (key: String, kind: String) {
    payload.withUnsafeBufferPointer { json in
      var scanner = JSONScanner(json)
      var key = canonicalTag
      // Reserve memory, so that a short key takes one allocation.
      key.reserveCapacity(min(json.count + key.utf8.count + 2, 256))
      func whole() -> String { String(decoding: json, as: UTF8.self) }
      guard isEnum else {
        key += scanner.member("id").map { "#" + $0 } ?? whole()
        return (key, canonicalTag)
      }
      // An enum with raw values is a bare string.
      let raw = scanner.wholeString()
      guard let name = raw ?? scanner.enterOnlyMember() else {
        return (key + whole(), canonicalTag)
      }
      let kind = canonicalName(of: name)
      key += "."
      key += kind
      guard raw == nil else { return (key, kind) }
      let value = scanner
      var id = scanner.member("id")
      if id == nil, scanner.enter("_0") { id = scanner.member("id") }
      if let id {
        key += "#"
        key += id
      } else {
        key += value.value ?? ""
      }
      return (key, kind)
    }
  }

  /// Returns the most likely item identifier and kind of a route of an unknown type.
  static func naming(ofUnknown raw: RawRoute) -> (key: String, kind: String) {
    let evolution = RouteEvolution(tag: raw.tag)
    let asCase = evolution.naming(of: raw.payload, isEnum: true)
    return asCase.kind == raw.tag ? evolution.naming(of: raw.payload, isEnum: false) : asCase
  }
}
