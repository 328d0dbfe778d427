/// Writes a JSON object on one line, member by member.
struct JSONLineWriter {
  private var bytes = [UInt8(ascii: "{")]

  /// The finished JSON object, without a line feed.
  var line: String { String(decoding: bytes, as: UTF8.self) + "}" }

  mutating func set(_ name: StaticString, _ value: Int64?) {
    begin(name)
    append(value.map { "\($0)" } ?? "null")
  }

  mutating func set(_ name: StaticString, _ value: String?) {
    begin(name)
    if let value { append(quoted: value) } else { append("null") }
  }

  mutating func set(_ name: StaticString, _ value: Bool) {
    begin(name)
    append(value ? "true" : "false")
  }

  /// Adds a member whose value is JSON without line feeds.
  mutating func set(_ name: StaticString, json: some Sequence<UInt8>) {
    begin(name)
    bytes.append(contentsOf: json)
  }

  private mutating func begin(_ name: StaticString) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    append("\"\(name)\":")
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case UInt8(ascii: "\n"): append("\\n")
      case UInt8(ascii: "\r"): append("\\r")
      case UInt8(ascii: "\t"): append("\\t")
      case 0..<0x20: append((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
