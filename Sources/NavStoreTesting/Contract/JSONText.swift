#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A JSON value whose numbers and strings stay the text that they were: nothing is rounded, and
/// the order of an object's members does not count.
enum JSONText: Hashable, Sendable {
  case object([String: JSONText])
  case array([JSONText])

  /// A string with its quotes, a number, true, false or null.
  case scalar(String)

  /// Throws ``DecodingError`` where `data` is not JSON.
  init(_ data: Data) throws {
    // The syntax is JSONDecoder's business, and so is nesting without end.
    _ = try JSONDecoder().decode(AnyJSON.self, from: data)
    var reader = JSONTextReader(bytes: [UInt8](data))
    self = reader.value()
  }

  /// Compact, the members of objects sorted.
  var text: String {
    switch self {
    case .object(let members):
      let texts = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value.text)" }
      return "{" + texts.joined(separator: ",") + "}"
    case .array(let elements):
      return "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .scalar(let text):
      return text
    }
  }

  /// With the elements of all arrays sorted: equal for two encodings of one `Set`, or of one
  /// dictionary with keys other than `String` and `Int`, which is encoded as an array.
  var unordered: JSONText {
    switch self {
    case .object(let members): .object(members.mapValues(\.unordered))
    case .array(let elements): .array(elements.map(\.unordered).sorted { $0.text < $1.text })
    case .scalar: self
    }
  }

  /// The content of a string, as it is written.
  private var string: String? {
    guard case .scalar(let text) = self, text.hasPrefix("\"") else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// The enum case that this is the stored form of: a whole string, or the one member of an object.
  var caseName: String? {
    guard case .object(let members) = self else { return string }
    return members.count == 1 ? members.keys.first : nil
  }

  /// What the case holds: its members by name.
  var caseMembers: [String: JSONText]? {
    guard let caseName, case .object(let members) = self,
      case .object(let values)? = members[caseName]
    else { return nil }
    return values
  }

  /// The same value in another case.
  func renamingCase(to name: String) -> JSONText {
    switch self {
    case .object(let members) where members.count == 1:
      .object(Dictionary(uniqueKeysWithValues: members.map { (name, $0.value) }))
    case .scalar where string != nil: .scalar("\"\(name)\"")
    default: self
    }
  }

  /// Any JSON, to have its syntax checked.
  private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) throws {}
  }
}

/// Takes JSON apart whose syntax has been checked.
private struct JSONTextReader {
  let bytes: [UInt8]
  var position = 0

  mutating func value() -> JSONText {
    switch peek() {
    case UInt8(ascii: "{"):
      var members: [String: JSONText] = [:]
      list(until: UInt8(ascii: "}")) { reader in
        let name = reader.scalar()
        reader.skip(UInt8(ascii: ":"))
        members[String(name.dropFirst().dropLast())] = reader.value()
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONText] = []
      list(until: UInt8(ascii: "]")) { reader in elements.append(reader.value()) }
      return .array(elements)
    default:
      return .scalar(scalar())
    }
  }

  private mutating func list(
    until end: UInt8, _ element: (inout JSONTextReader) -> Void
  ) {
    position += 1
    while let next = peek(), next != end {
      element(&self)
      skip(UInt8(ascii: ","))
    }
    skip(end)
  }

  private mutating func scalar() -> String {
    guard let first = peek() else { return "" }
    let start = position
    position += 1
    if first == UInt8(ascii: "\"") {
      while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      position += 1
    } else {
      while position < bytes.count, !Self.endsLiteral(bytes[position]) { position += 1 }
    }
    position = min(position, bytes.count)
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skip(_ byte: UInt8) {
    if peek() == byte { position += 1 }
  }

  /// The next byte that is not white space.
  private mutating func peek() -> UInt8? {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    return position < bytes.count ? bytes[position] : nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D].contains(byte)
  }

  private static func endsLiteral(_ byte: UInt8) -> Bool {
    isSpace(byte) || ",]}:".utf8.contains(byte)
  }
}
