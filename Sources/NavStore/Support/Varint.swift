/// Signed integers in as few bytes as they need (LEB128): seven bits a byte, least significant first.
/// All bytes of an integer except the last have the high bit set. Zigzag encoding makes small values
/// of either sign short.
enum Varint {
  static func appendZigzag(_ value: Int64, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: (value << 1) ^ (value >> 63))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Reads one value and moves `position` behind it. Returns `nil` if the bytes end early or the
  /// value exceeds 64 bits, which is so in a damaged file.
  static func readZigzag(_ bytes: [UInt8], at position: inout Int) -> Int64? {
    var bits: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      guard shift < 63 || (shift == 63 && byte <= 1) else { return nil }
      bits |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1) }
      shift += 7
    }
    return nil
  }
}
