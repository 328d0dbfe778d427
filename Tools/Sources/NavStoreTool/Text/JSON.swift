/// A JSON value whose objects keep the order of their members.
indirect enum JSON {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  /// Valid JSON as text, which is written unchanged.
  case raw(String)

  static func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
  static func integer(_ value: Int64?) -> JSON { value.map { .integer($0) } ?? .null }

  /// Returns the JSON text on one line, or, with `indented`, on several indented lines.
  func text(indented: Bool = false) -> String {
    var writer = JSONWriter()
    write(to: &writer, indentation: indented ? 0 : nil)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func write(to writer: inout JSONWriter, indentation: Int?) {
    switch self {
    case .null: writer.raw("null")
    case .bool(let value): writer.raw(value ? "true" : "false")
    case .integer(let value): writer.integer(value)
    case .number(let value): writer.number(value)
    case .string(let text): writer.string(text)
    case .raw(let text): writer.raw(text)
    case .array(let elements):
      Self.writeList("[", "]", elements.count, to: &writer, indentation) { index, writer, inner in
        elements[index].write(to: &writer, indentation: inner)
      }
    case .object(let members):
      Self.writeList("{", "}", members.count, to: &writer, indentation) { index, writer, inner in
        writer.string(members[index].0)
        writer.raw(inner == nil ? ":" : ": ")
        members[index].1.write(to: &writer, indentation: inner)
      }
    }
  }

  private static func writeList(
    _ opening: String, _ closing: String, _ count: Int, to writer: inout JSONWriter,
    _ indentation: Int?, _ element: (Int, inout JSONWriter, Int?) -> Void
  ) {
    let inner = indentation.map { $0 + 2 }
    func newLine(_ indentation: Int?, _ writer: inout JSONWriter) {
      guard let indentation, count > 0 else { return }
      writer.raw("\n" + String(repeating: " ", count: indentation))
    }
    writer.raw(opening)
    for index in 0..<count {
      if index > 0 { writer.raw(",") }
      newLine(inner, &writer)
      element(index, &writer, inner)
    }
    newLine(indentation, &writer)
    writer.raw(closing)
  }
}

/// Writes JSON values one after another to an array of bytes.
///
/// In strings, `<`, `>` and `&` are always escaped. A string can therefore not end the `<script>`
/// element of a page that contains the JSON
/// (<https://html.spec.whatwg.org/#restrictions-for-contents-of-script-elements>).
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func integer(_ value: Int64) {
    raw("\(value)")
  }

  mutating func number(_ value: Double) {
    raw(value.isFinite ? "\(value)" : "null")
  }

  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), 0x7F:
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes an array. `write` is called for each element and must write one value.
  mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    raw("[")
    var isFirst = true
    for element in elements {
      if !isFirst { raw(",") }
      isFirst = false
      write(&self, element)
    }
    raw("]")
  }
}
