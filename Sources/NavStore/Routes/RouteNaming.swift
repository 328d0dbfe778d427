import NavStorePlatform

/// The item and kind of a route that doesn't set them, read from its JSON.
///
/// Swift encodes a case as an object with the case as its only key, `{"product":{"id":7}}`, and an
/// unnamed value under `_0`
/// ([SE-0295](https://github.com/apple/swift-evolution/blob/main/proposals/0295-codable-synthesis-for-enums-with-associated-values.md)).
/// Item identifiers use the oldest names of the type and the case, so that renaming them does not
/// make a second item.
struct RouteNaming {
  let historyKey: String
  let historyKind: String

  init(payload: Data, isEnum: Bool, evolution: RouteEvolution) {
    (historyKey, historyKind) = payload.withUnsafeBytes {
      Self.names(of: $0.bindMemory(to: UInt8.self), isEnum, evolution)
    }
  }

  /// Finds the most likely item and kind of a route of an unknown type.
  init(unknown raw: RawRoute) {
    let evolution = RouteEvolution(unknownTypeOf: raw)
    let asCase = RouteNaming(payload: raw.payload, isEnum: true, evolution: evolution)
    self =
      asCase.historyKind == raw.tag
      ? RouteNaming(payload: raw.payload, isEnum: false, evolution: evolution) : asCase
  }

  /// Returns the item identifier (key) and the kind. The key is the tag, the case, and the JSON
  /// text of the value's `id`, or else of the whole value.
  private static func names(
    of json: UnsafeBufferPointer<UInt8>, _ isEnum: Bool, _ evolution: RouteEvolution
  ) -> (key: String, kind: String) {
    var scanner = JSONScanner(json)
    var key = evolution.canonicalTag
    // Reserve memory, so that a short key takes one allocation.
    key.reserveCapacity(min(json.count + key.utf8.count + 2, 256))
    func whole() -> String { String(decoding: json, as: UTF8.self) }
    guard isEnum else {
      key += scanner.member("id").map { "#" + $0 } ?? whole()
      return (key, evolution.canonicalTag)
    }
    // An enum with raw values is a bare string.
    let raw = scanner.wholeString()
    guard let name = raw ?? scanner.enterOnlyMember() else {
      return (key + whole(), evolution.canonicalTag)
    }
    let kind = evolution.canonicalName(of: name)
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
