/// An amount that an app counts in cents and stores as text.
struct Cents: BinaryInteger, Encodable {
  static var isSigned: Bool { true }
  private var count: Int

  init(_ count: Int) { self.count = count }
  init(integerLiteral count: Int) { self.count = count }
  init(_ source: some BinaryInteger) { count = Int(source) }
  init(truncatingIfNeeded source: some BinaryInteger) { count = Int(truncatingIfNeeded: source) }
  init(clamping source: some BinaryInteger) { count = Int(clamping: source) }
  init(_ source: some BinaryFloatingPoint) { count = Int(source) }
  init?(exactly source: some BinaryInteger) {
    guard let count = Int(exactly: source) else { return nil }
    self.count = count
  }
  init?(exactly source: some BinaryFloatingPoint) {
    guard let count = Int(exactly: source) else { return nil }
    self.count = count
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let cents = "\(count % 100)"
    try container.encode("\(count / 100).\(cents.count < 2 ? "0" : "")\(cents)")
  }

  var words: Int.Words { count.words }
  var bitWidth: Int { count.bitWidth }
  var trailingZeroBitCount: Int { count.trailingZeroBitCount }
  var magnitude: UInt { count.magnitude }

  static func + (a: Cents, b: Cents) -> Cents { Cents(a.count + b.count) }
  static func - (a: Cents, b: Cents) -> Cents { Cents(a.count - b.count) }
  static func * (a: Cents, b: Cents) -> Cents { Cents(a.count * b.count) }
  static func / (a: Cents, b: Cents) -> Cents { Cents(a.count / b.count) }
  static func % (a: Cents, b: Cents) -> Cents { Cents(a.count % b.count) }
  static func *= (a: inout Cents, b: Cents) { a.count *= b.count }
  static func /= (a: inout Cents, b: Cents) { a.count /= b.count }
  static func %= (a: inout Cents, b: Cents) { a.count %= b.count }
  static func &= (a: inout Cents, b: Cents) { a.count &= b.count }
  static func |= (a: inout Cents, b: Cents) { a.count |= b.count }
  static func ^= (a: inout Cents, b: Cents) { a.count ^= b.count }
  static func <<= (a: inout Cents, b: some BinaryInteger) { a.count <<= b }
  static func >>= (a: inout Cents, b: some BinaryInteger) { a.count >>= b }
  static prefix func ~ (a: Cents) -> Cents { Cents(~a.count) }
}
