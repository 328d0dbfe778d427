import TestSupport
import Testing

@testable import NavStore

@Suite("Blocks of postings")
struct PostingBlockTests {
  @Test("Numbers come back as they went in, from memory and from their bytes")
  func roundTrip() throws {
    var random = SeededRandom.make()
    for _ in 0..<200 {
      var numbers = [Int64.random(in: 1...1_000_000, using: &random)]
      let largest = Int64(1) << Int64.random(in: 0...40, using: &random)
      for _ in 1..<Int.random(in: 2...128, using: &random) {
        numbers.append((numbers.last ?? 0) + Int64.random(in: 1...largest, using: &random))
      }
      var block = PostingBlock(first: numbers[0])
      for number in numbers.dropFirst() {
        let isTaken = block.append(number)
        #expect(isTaken)
      }
      #expect(block.numbers == numbers, "seed \(random.seed)")
      let again = PostingBlock(first: numbers[0], differences: block.differences)
      #expect(again == block)
      #expect(again?.last == numbers.last)
      #expect(again?.count == numbers.count)
    }
  }

  @Test("A block takes 128 numbers and no more")
  func capacity() {
    var block = PostingBlock(first: 1)
    let taken = (2...130).map { block.append($0) }
    #expect(taken.filter { $0 }.count == 127)
    #expect(block.count == PostingBlock.capacity)
    #expect(block.last == 128)
    #expect(block.numbers == Array(1...128))
    #expect(block.differences.count == 127, "Neighbours cost a byte.")
  }

  @Test(
    "Bytes that are no block give none",
    arguments: [
      [0],  // no step
      [1, 0],
      [0x80],  // cut
      [1, 0xFF],
      Array(repeating: 1, count: 128),  // one too many
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],  // beyond the largest number
    ] as [[UInt8]])
  func rejects(_ differences: [UInt8]) {
    #expect(PostingBlock(first: 5, differences: differences) == nil)
  }
}
