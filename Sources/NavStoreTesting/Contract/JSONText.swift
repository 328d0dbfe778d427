import NavStore
import NavStorePlatform

/// A JSON value whose numbers and strings stay the text that they were: nothing is rounded, and
/// the order of an object's members does not count.
enum JSONText: Hashable, Sendable {
  case object([String: JSONText])
  case array([JSONText])

  /// A string with its quotes, a number, true, false or null.
  case scalar(String)

  /// Throws ``DecodingError`` if `data` is not JSON.
  init(_ data: Data) throws {
    // The syntax is JSONDecoder's business, and so is nesting without end.
    _ = try JSONDecoder().decode(AnyJSON.self, from: data)
    self = data.withUnsafeBytes(JSONScanner.compact).withUnsafeBufferPointer { json in
      JSONText(JSONScanner(json))
    }
  }

  private init(_ scanner: JSONScanner) {
    if let members = scanner.members {
      self = .object(
        Dictionary(members.map { ($0.name, JSONText($0.value)) }, uniquingKeysWith: { $1 }))
    } else if let elements = scanner.elements {
      self = .array(elements.map { JSONText($0) })
    } else {
      self = .scalar(scanner.value ?? "")
    }
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

  /// The value of an object's member.
  subscript(name: String) -> JSONText? { members?[name] }

  /// By name; nil if it is no object.
  var members: [String: JSONText]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The content of a string, as it is written.
  private var string: String? {
    guard case .scalar(let text) = self, text.hasPrefix("\"") else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// The enum case that this is the stored form of: a whole string, or the one member of an object.
  var caseName: String? {
    guard let members else { return string }
    return members.count == 1 ? members.keys.first : nil
  }

  /// What the case holds: its members by name.
  var caseMembers: [String: JSONText]? {
    caseName.flatMap { self[$0]?.members }
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
