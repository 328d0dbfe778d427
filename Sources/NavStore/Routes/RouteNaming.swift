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
      var (kind, value) = (canonicalTag, 0..<json.count)
      // Bytes, because appending to a string takes twice as long.
      var key: [UInt8] = []
      key.reserveCapacity(kind.utf8.count + json.count + 2)
      key += kind.utf8
      var id: Range<Int>?
      if !isEnum {
        id = scanner.member("id")
      } else if let found = scanner.enumCase() {
        (kind, value) = (canonicalName(of: found.name), found.value)
        key.append(UInt8(ascii: "."))
        key += kind.utf8
        scanner.start = value.lowerBound
        id = scanner.member("id")
        if id == nil, scanner.enter("_0") { id = scanner.member("id") }
      }
      if id != nil { key.append(UInt8(ascii: "#")) }
      key += json[id ?? value]
      return (String(decoding: key, as: UTF8.self), kind)
    }
  }

  /// Returns the most likely item identifier and kind of a route of an unknown type.
  static func naming(ofUnknown raw: RawRoute) -> (key: String, kind: String) {
    let evolution = RouteEvolution(tag: raw.tag)
    let asCase = evolution.naming(of: raw.payload, isEnum: true)
    return asCase.kind == raw.tag ? evolution.naming(of: raw.payload, isEnum: false) : asCase
  }
}
