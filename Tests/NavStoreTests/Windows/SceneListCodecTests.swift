import TestSupport
import Testing

@testable import NavStore

@Suite("The list of a scene as a column")
struct SceneListCodecTests {
  private typealias Entry = SceneListTable.Entry

  @Test("A list comes back as it was")
  func roundTrip() {
    var random = SeededRandom.make()
    for _ in 0..<1_000 {
      let bits = Int.random(in: 1..<62, using: &random)
      let entries = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        Entry(
          stack: .random(in: 1...9, using: &random),
          tip: .random(in: 0...(1 << bits), using: &random))
      }
      #expect(
        SceneListCodec.decode(SceneListCodec.encode(entries)) == entries, "seed \(random.seed)")
    }
  }

  @Test("Going forward on one stack costs two bytes an entry")
  func isCompact() {
    let entries = (0..<50).map { Entry(stack: 3, tip: 1_000_000 + $0) }
    #expect(SceneListCodec.encode(entries).count == 1 + 1 + 3 + 49 * 2)
  }

  @Test(
    "Bytes that are no list give none",
    arguments: [
      [],
      [2],  // no entry
      [2, 2],  // a stack without a tip
      [2, 2, 0x80],  // cut in the middle of a number
      [1, 2, 2],  // a list of one stack
      [3, 2, 2],
      [2, 0, 2],  // no stack has this number
      [2, 1, 2],
      [2, 2, 1],  // a negative tip
    ] as [[UInt8]])
  func rejects(_ bytes: [UInt8]) {
    #expect(SceneListCodec.decode(bytes) == nil)
  }

  @Test("The formats of one stack and of a scene are not taken for each other")
  func formats() {
    #expect(SceneListCodec.decode(BackForwardListCodec.encode([1, 2, 3, 4])) == nil)
    #expect(BackForwardListCodec.decode(SceneListCodec.encode([Entry(stack: 1, tip: 2)])) == nil)
  }
}
