import Testing

@testable import NavStore

@Suite("Varints")
struct VarintTests {
  @Test(
    "A number takes a byte for every seven bits",
    arguments: [
      (0, [0x00]), (-1, [0x01]), (-64, [0x7F]), (64, [0x80, 0x01]), (150, [0xAC, 0x02]),
      (-8_192, [0xFF, 0x7F]), (8_192, [0x80, 0x80, 0x01]),
      (.min, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]),
    ] as [(Int64, [UInt8])])
  func encodes(_ value: Int64, _ expected: [UInt8]) {
    var bytes: [UInt8] = []
    Varint.appendZigzag(value, to: &bytes)
    #expect(bytes == expected)
    var position = 0
    #expect(Varint.readZigzag(bytes, at: &position) == value)
    #expect(position == bytes.count)
  }

  @Test(
    "A signed number is decoded as encoded, and small numbers of either sign take one byte",
    arguments: [
      (0, 1), (-1, 1), (1, 1), (63, 1), (-64, 1), (64, 2), (-65, 2), (127, 2), (128, 2),
      (.min, 10), (.max, 10),
    ] as [(Int64, Int)])
  func encodesSigned(_ value: Int64, _ count: Int) {
    var bytes: [UInt8] = []
    Varint.appendZigzag(value, to: &bytes)
    #expect(bytes.count == count)
    var position = 0
    #expect(Varint.readZigzag(bytes, at: &position) == value)
  }

  @Test(
    "Invalid bytes are not decoded as a number",
    arguments: [
      [], [0x80], [0xFF, 0xFF],
      // A number of 65 bits.
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
      // A number of eleven bytes.
      [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00],
    ] as [[UInt8]])
  func rejects(_ bytes: [UInt8]) {
    var position = 0
    #expect(Varint.readZigzag(bytes, at: &position) == nil)
  }

  @Test("Consecutive numbers are read one after the other")
  func readsInSequence() {
    var bytes: [UInt8] = []
    let values: [Int64] = [5, 1 << 40, 0, 128]
    for value in values { Varint.appendZigzag(value, to: &bytes) }
    var position = 0
    #expect(values.map { _ in Varint.readZigzag(bytes, at: &position) } == values)
    #expect(position == bytes.count)
    #expect(Varint.readZigzag(bytes, at: &position) == nil)
  }
}
