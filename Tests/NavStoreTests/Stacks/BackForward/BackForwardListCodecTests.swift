import TestSupport
import Testing

@testable import NavStore

@Suite("Encoding of back/forward lists")
struct BackForwardListCodecTests {
  @Test(
    "A list is decoded as it was encoded",
    arguments: [
      [0], [0, 1, 2, 3], [7], [5, 3, 5, 0, 1_000_000], [0, .max, 0, .max], [.max, .max],
    ] as [[Int64]])
  func roundTrip(_ tips: [Int64]) {
    #expect(BackForwardListCodec.decode(BackForwardListCodec.encode(tips)) == tips)
  }

  @Test("A list of consecutive visits takes one byte per entry")
  func isCompact() {
    let tips = Array(Int64(1_000_000)..<1_000_050)
    #expect(BackForwardListCodec.encode(tips).count == 1 + 3 + 49)
  }

  @Test("Random lists are decoded as they were encoded")
  func randomRoundTrips() {
    var random = SeededRandom.make()
    for _ in 0..<2_000 {
      let bits = Int.random(in: 1..<63, using: &random)
      let tips = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        Int64.random(in: 0...(1 << bits), using: &random)
      }
      #expect(
        BackForwardListCodec.decode(BackForwardListCodec.encode(tips)) == tips,
        "seed \(random.seed)")
    }
  }

  @Test(
    "Invalid bytes are not decoded as a list",
    arguments: [
      [],  // empty
      [1],  // no entries
      [1, 0x80],  // ends in the middle of a number
      [1, 2, 0xFF],
      [0, 2, 2],  // zero numbers per entry
      [2, 2, 2],
      [1, 1],  // a negative number
      [1, 2, 5],
      [1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02],  // a number of 65 bits
    ] as [[UInt8]])
  func rejects(_ bytes: [UInt8]) {
    #expect(BackForwardListCodec.decode(bytes) == nil)
  }

  @Test("A truncated list is never decoded with other entries")
  func cut() {
    let tips: [Int64] = [0, 300, 5, 1 << 40, 7]
    let bytes = BackForwardListCodec.encode(tips)
    for count in 0..<bytes.count {
      if let decoded = BackForwardListCodec.decode(Array(bytes[..<count])) {
        #expect(decoded == Array(tips[..<decoded.count]))
        #expect(decoded.count < tips.count)
      }
    }
  }
}

/// The encoding of a scene's back/forward list, whose entries can belong to several stacks.
extension BackForwardListCodecTests {
  private typealias Entry = WindowTable.Entry

  @Test("The list of a scene is decoded as it was encoded")
  func sceneRoundTrip() {
    var random = SeededRandom.make()
    for _ in 0..<1_000 {
      let bits = Int.random(in: 1..<62, using: &random)
      let entries = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        Entry(
          stack: .random(in: 1...9, using: &random),
          tip: .random(in: 0...(1 << bits), using: &random))
      }
      #expect(
        BackForwardListCodec.decodeEntries(BackForwardListCodec.encode(entries)) == entries,
        "seed \(random.seed)")
    }
  }

  @Test("A scene's list of consecutive visits of one stack takes two bytes per entry")
  func sceneIsCompact() {
    let entries = (0..<50).map { Entry(stack: 3, tip: 1_000_000 + $0) }
    #expect(BackForwardListCodec.encode(entries).count == 1 + 1 + 3 + 49 * 2)
  }

  @Test(
    "Invalid bytes are not decoded as the list of a scene",
    arguments: [
      [],
      [2],  // no entry
      [2, 2],  // a stack without a top visit
      [2, 2, 0x80],  // ends in the middle of a number
      [1, 2, 2],  // the format of one stack's list
      [3, 2, 2],
      [2, 0, 2],  // no stack has number 0
      [2, 1, 2],
      [2, 2, 1],  // a negative top visit
    ] as [[UInt8]])
  func rejectsEntries(_ bytes: [UInt8]) {
    #expect(BackForwardListCodec.decodeEntries(bytes) == nil)
  }

  @Test("The formats of a stack's list and a scene's list are told apart")
  func formats() {
    #expect(BackForwardListCodec.decodeEntries(BackForwardListCodec.encode([1, 2, 3, 4])) == nil)
    #expect(
      BackForwardListCodec.decode(BackForwardListCodec.encode([Entry(stack: 1, tip: 2)])) == nil)
  }
}
