import NavStore
import NavStorePlatform

/// A JSON value that keeps the text of its numbers and strings, so that nothing is rounded. The
/// order of an object's members is ignored.
enum JSONText: Hashable, Sendable {
  case object([String: JSONText])
  case array([JSONText])

  /// A string with its quotes, a number, `true`, `false` or `null`.
  case scalar(String)

  /// - Throws: ``DecodingError`` if `json` is not JSON.
  init(_ json: [UInt8]) throws {
    // `JSONDecoder` checks the syntax of `json`, and limits the depth of nested values.
    _ = try JSONDecoder().decode(AnyJSON.self, from: Data(json))
    self = json.withUnsafeBytes(JSONScanner.compact).withUnsafeBufferPointer { json in
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
      let end = scanner.endOfValue(at: scanner.start) ?? scanner.start
      self = .scalar(String(decoding: scanner.json[scanner.start..<end], as: UTF8.self))
    }
  }

  /// The value as compact JSON, with sorted members.
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

  /// The value with the elements of all arrays sorted, so that two encodings of the same `Set` are
  /// equal. A dictionary whose keys are neither `String` nor `Int` is also encoded as an array.
  var unordered: JSONText {
    switch self {
    case .object(let members): .object(members.mapValues(\.unordered))
    case .array(let elements): .array(elements.map(\.unordered).sorted { $0.text < $1.text })
    case .scalar: self
    }
  }

  /// The value of the member `name`; `nil` if this value is not an object with such a member.
  subscript(name: String) -> JSONText? { members?[name] }

  /// The members by name; `nil` if the value is not an object.
  var members: [String: JSONText]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The content of a string, with its escapes; `nil` if the value is not a string.
  private var string: String? {
    guard case .scalar(let text) = self, text.hasPrefix("\"") else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// The name of the enum case that the value encodes. The value is a string, or an object whose
  /// only member has that name.
  var caseName: String? {
    guard let members else { return string }
    return members.count == 1 ? members.keys.first : nil
  }

  /// The associated values of the encoded enum case, by name.
  var caseMembers: [String: JSONText]? {
    caseName.flatMap { self[$0]?.members }
  }

  /// Returns the encoded enum value with another name of its case.
  func renamingCase(to name: String) -> JSONText {
    switch self {
    case .object(let members) where members.count == 1:
      .object(Dictionary(uniqueKeysWithValues: members.map { (name, $0.value) }))
    case .scalar where string != nil: .scalar("\"\(name)\"")
    default: self
    }
  }

  /// A type that decodes from any JSON, to check the syntax.
  private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) throws {}
  }
}

extension JSONScanner {
  /// The members of this object; `nil` if the current value is not an object.
  var members: [(name: String, value: JSONScanner)]? {
    guard byte(start) == UInt8(ascii: "{") else { return nil }
    var members: [(String, JSONScanner)] = []
    eachMember { name, start, _ in
      members.append((String(decoding: json[name], as: UTF8.self), at(start)))
      return true
    }
    return members
  }

  /// The elements of this array; `nil` if the current value is not an array.
  var elements: [JSONScanner]? {
    guard byte(start) == UInt8(ascii: "[") else { return nil }
    var elements: [JSONScanner] = []
    var position = start + 1
    while byte(position) != UInt8(ascii: "]"), let end = endOfValue(at: position) {
      elements.append(at(position))
      guard byte(end) == UInt8(ascii: ",") else { break }
      position = end + 1
    }
    return elements
  }

  private func at(_ position: Int) -> JSONScanner {
    var scanner = self
    scanner.start = position
    return scanner
  }

  /// Returns JSON without the byte order mark and the white space between its tokens.
  static func compact(_ json: UnsafeRawBufferPointer) -> [UInt8] {
    let scanner = JSONScanner(json.bindMemory(to: UInt8.self))
    var compact: [UInt8] = []
    compact.reserveCapacity(json.count)
    var position = json.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while let byte = scanner.byte(position) {
      let end = scanner.endOfString(at: position) ?? position + 1
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): break
      default: compact += json[position..<end]
      }
      position = end
    }
    return compact
  }
}
