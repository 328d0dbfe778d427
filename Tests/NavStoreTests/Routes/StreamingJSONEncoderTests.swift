import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

/// The bytes of stored routes, compared with those of `JSONEncoder` with sorted keys.
@Suite("Streaming JSON encoder") struct StreamingJSONEncoderTests {
  private func foundation(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func stored(_ value: some Encodable) throws -> String {
    String(decoding: try JSONCoder().encode(value), as: UTF8.self)
  }

  private func streamed(_ value: some Encodable) -> String? {
    StreamingJSONEncoder.json(of: value).map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: - Values that are encoded in one pass

  private enum Screen: Codable {
    case home
    case product(id: Int, tab: String?)
    case list([String])
    case article(Article)
    indirect case over(Screen, Screen)
  }

  private struct Article: Codable {
    // Not in the order of their names.
    var title = "/café 🧭"
    var id = -7
    var flags: [String: Bool] = ["b": true, "a": false, "é": true]
    var sizes: (Int8, UInt64) { (-1, .max) }
    var small: Int8 = .min
    var large: UInt64 = .max
    var none: Int?
    var levels: [[Int?]] = [[1, nil], [], [3]]
    var id2 = UUID(uuidString: "5B4E3F0C-7F0E-4E0A-9E0D-1C2B3A495867")
    var range = 1..<4
    var empty = Empty()
  }

  private struct Empty: Codable {}

  /// Its keys differ by a character that is less than a quotation mark.
  private struct Marked: Encodable {
    enum CodingKeys: String, CodingKey {
      case long = "a!"
      case short = "a"
    }
    var long, short: Int
  }

  private struct Widths: Encodable {
    var signed: Int64
    var small: Int8
    var unsigned: UInt64
    var byte: UInt8
  }

  private enum Raw: String, Codable { case first, second }

  @Test("Routes have the bytes of JSONEncoder")
  func usual() throws {
    func check(_ value: some Encodable) throws {
      let expected = try foundation(value)
      #expect(streamed(value) == expected)
      #expect(try stored(value) == expected)
    }
    try check(Screen.home)
    try check(Screen.product(id: 7, tab: nil))
    try check(Screen.product(id: .min, tab: "größe/2\u{7F}\u{2028}"))
    try check(Screen.list([]))
    try check(Screen.list(["", "a,b:{}[]"]))
    try check(Screen.over(.article(Article()), .over(.home, .product(id: 0, tab: "x"))))
    try check(Raw.second)
    try check("text")
    try check(12)
    try check([Int]())
    try check(String?.none)
    try check(["z": [1], "y": [], "x10": [2], "x9": []])
    try check(Marked(long: 1, short: 2))
    try check(Widths(signed: .min, small: -3, unsigned: .max, byte: 255))
  }

  @Test("Random trees have the bytes of JSONEncoder")
  func randomTrees() throws {
    var generator = SeededRandom.make()
    for _ in 0..<(isSoak ? 200_000 : 2_000) {
      let tree = Tree.random(depth: 4, &generator)
      let expected = try foundation(tree)
      #expect(try stored(tree) == expected)
      if !tree.isUnusual { #expect(streamed(tree) == expected) }
    }
  }

  private indirect enum Tree: Encodable {
    case null
    case flag(Bool)
    case number(Int)
    case decimal(Double)
    case text(String)
    case array([Tree])
    case object([(key: String, value: Tree)])

    static func random(depth: Int, _ generator: inout SeededRandom) -> Tree {
      let texts = [
        "", "a", "B/b", "é", "ключ", "10", "9", "a\"b", "\n", "\\", "long text of a title",
      ]
      switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &generator) {
      case 0: return .null
      case 1: return .flag(.random(using: &generator))
      case 2: return .number(.random(in: .min ... .max, using: &generator))
      case 3: return .text(texts.randomElement(using: &generator) ?? "")
      case 4:
        return Int.random(in: 0..<8, using: &generator) == 0 ? .decimal(0.5) : .text("plain")
      case 5, 6:
        return .array(
          (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
            random(depth: depth - 1, &generator)
          })
      default:
        let keys = ["d", "b", "ab", "a", "c10", "c9", "C"].shuffled(using: &generator)
        return .object(
          keys.prefix(Int.random(in: 0..<5, using: &generator)).map {
            ($0, random(depth: depth - 1, &generator))
          })
      }
    }

    var isUnusual: Bool {
      switch self {
      case .decimal: true
      case .text(let text): text.contains { "\"\n\\".contains($0) }
      case .array(let elements): elements.contains(where: \.isUnusual)
      case .object(let members): members.contains(where: \.value.isUnusual)
      default: false
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .null:
        var container = encoder.singleValueContainer()
        try container.encodeNil()
      case .flag(let flag): try flag.encode(to: encoder)
      case .number(let number): try number.encode(to: encoder)
      case .decimal(let number): try number.encode(to: encoder)
      case .text(let text): try text.encode(to: encoder)
      case .array(let elements):
        var container = encoder.unkeyedContainer()
        for (index, element) in elements.enumerated() {
          #expect(container.count == index)
          try container.encode(element)
        }
      case .object(let members):
        var container = encoder.container(keyedBy: AnyKey.self)
        for (key, value) in members { try container.encode(value, forKey: AnyKey(key)) }
      }
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  // MARK: - Values for JSONEncoder

  @Test("Other values are encoded by JSONEncoder")
  func unusual() throws {
    func check(_ value: some Encodable) throws {
      #expect(streamed(value) == nil)
      #expect(try stored(value) == foundation(value))
    }
    try check(["a\"b"])
    try check(["line\nbreak": 1])
    try check(["back\\slash"])
    try check("\u{1}")
    try check(0.5)
    try check(Float(1.5))
    try check([Double.infinity])
    try check(Date(timeIntervalSince1970: 1_700_000_000.25))
    try check(Data([1, 2, 3]))
    try check(["link": URL(string: "https://example.com/a?b=c")])
    try check(Decimal(string: "12.30"))
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { try check(Int128.max) }
    try check(Subclass())
    try check(Interleaved())
    try check(Repeated())
    try check(Late())
  }

  private class Superclass: Encodable {
    var base = 1
  }

  private class Subclass: Superclass {
    private enum CodingKeys: String, CodingKey { case own }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(2, forKey: .own)
      try super.encode(to: container.superEncoder())
    }
  }

  /// Encodes two arrays alternately.
  private struct Interleaved: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      var first = container.nestedUnkeyedContainer(forKey: AnyKey("a"))
      var second = container.nestedUnkeyedContainer(forKey: AnyKey("b"))
      try first.encode(1)
      try second.encode(2)
      try first.encode(3)
    }
  }

  /// Encodes a member twice.
  private struct Repeated: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(1, forKey: AnyKey("b"))
      try container.encode(2, forKey: AnyKey("a"))
      try container.encode(3, forKey: AnyKey("b"))
    }
  }

  /// Asks for the container again, as a class and its superclass do that share one.
  private struct Late: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(1, forKey: AnyKey("a"))
      var again = encoder.container(keyedBy: AnyKey.self)
      try again.encode(2, forKey: AnyKey("b"))
    }
  }

  @Test("A number type of the app is encoded by its own function")
  func ownNumber() throws {
    #expect(try stored(Cents(1_250)) == "\"12.50\"")
    #expect(try stored([Cents(5)]) == foundation([Cents(5)]))
  }

  @Test("A value that encodes nothing, or throws, has the error of JSONEncoder")
  func failures() {
    struct Nothing: Encodable {
      func encode(to encoder: any Encoder) {}
    }
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: ""))
      }
    }
    #expect(streamed(Nothing()) == nil)
    #expect(streamed(["a": Nothing()]) == nil)
    #expect(throws: NavStore.Error.self) { try stored(Nothing()) }
    #expect(throws: NavStore.Error.self) { try stored(["a": Failing()]) }
  }

  @Test("Deep values in an object with unsorted members are refused, not shortened")
  func deep() {
    struct Deep: Encodable {
      var z = 1
      var inner = Nested(levels: 70)
    }
    struct Nested: Encodable {
      let levels: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if levels > 0 { try container.encode(Nested(levels: levels - 1)) }
      }
    }
    #expect(throws: NavStore.Error.self) { try stored(Deep()) }
  }
}
