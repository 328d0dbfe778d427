#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The item and kind that a route belongs to where it does not say so itself, read off its JSON.
///
/// Swift encodes a case as an object with the case as its one key: `{"product":{"id":7}}`, an
/// unnamed value under `_0`
/// ([SE-0295](https://github.com/apple/swift-evolution/blob/main/proposals/0295-codable-synthesis-for-enums-with-associated-values.md)).
/// Keys are made of the oldest names of type and case, so a rename does not make a second item.
struct RouteNaming {
  let historyKey: String
  let historyKind: String

  init(payload: Data, isEnum: Bool, evolution: RouteEvolution) {
    let shape = payload.withUnsafeBytes { Self.shape(of: $0.bindMemory(to: UInt8.self), isEnum) }
    let name = shape.name.map(evolution.canonicalName)
    historyKind = name ?? evolution.canonicalTag
    let prefix = evolution.canonicalTag + (name.map { "." + $0 } ?? "")
    historyKey = prefix + (shape.id.map { "#" + $0 } ?? shape.value)
  }

  /// The case, the JSON text of the `id` in its value, and that of the whole value.
  private static func shape(
    of json: UnsafeBufferPointer<UInt8>, _ isEnum: Bool
  ) -> (name: String?, id: String?, value: String) {
    var scanner = JSONScanner(json)
    let whole = String(decoding: json, as: UTF8.self)
    guard isEnum else { return (nil, scanner.member("id"), whole) }
    // An enum with raw values is a bare string.
    if let raw = scanner.wholeString() { return (raw, nil, "") }
    guard let name = scanner.enterOnlyMember() else { return (nil, nil, whole) }
    let value = scanner.value ?? ""
    if let id = scanner.member("id") { return (name, id, value) }
    guard scanner.enter("_0") else { return (name, nil, value) }
    return (name, scanner.member("id"), value)
  }
}
