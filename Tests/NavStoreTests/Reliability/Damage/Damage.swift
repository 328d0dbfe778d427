import Foundation
import TestSupport

@testable import NavStore

/// An image of a valid store with random damage, and a short description of the damage.
struct Damage {
  private(set) var image: StoreImage
  private(set) var words: [String]

  /// Chooses one of `stores` at random, and damages its files one to three times.
  init(to stores: [IntactStores.Store], random: inout SeededRandom) {
    let start = stores.randomElement(using: &random) ?? stores[0]
    image = start.image
    words = [start.name]
    let count = [1, 1, 1, 2, 3].randomElement(using: &random) ?? 1
    for _ in 0..<count { add(from: stores, &random) }
  }

  private mutating func add(from stores: [IntactStores.Store], _ random: inout SeededRandom) {
    let file = ["", "", "", "-wal", "-wal", "-shm"].randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<16, using: &random) {
    case 0..<4: change(file, "bits flipped") { Self.flip(&$0, &random) }
    case 4..<6: change(file, "a page is another's") { Self.replacePage(in: &$0, &random) }
    case 6..<8: change(file, "cut") { Self.cut(&$0, &random) }
    case 8: change(file, "extended") { Self.extend(&$0, &random) }
    case 9..<11: swap(file, with: stores, &random)
    case 11..<13: change("", "header field") { Self.changeHeader(&$0, &random) }
    case 13: change(file, "route text") { Self.changeText(&$0, &random) }
    case 14: replaceAll(file, &random)
    default:
      image.files[file] = nil
      words.append("no \(Self.name(file))")
    }
  }

  private static func noise(_ count: Int, _ random: inout SeededRandom) -> [UInt8] {
    var words: [UInt64] = []
    for _ in 0..<(count + 7) / 8 { words.append(random.next()) }
    return words.withUnsafeBytes { [UInt8]($0.prefix(count)) }
  }

  private static func name(_ suffix: String) -> String { suffix.isEmpty ? "db" : suffix }

  private mutating func change(_ file: String, _ what: String, _ body: (inout [UInt8]) -> Void) {
    guard var bytes = image.files[file], !bytes.isEmpty else { return }
    body(&bytes)
    image.files[file] = bytes
    words.append("\(Self.name(file)): \(what)")
  }

  private static func flip(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    // Half of the calls flip bits only in the first page, because damage to the header and the
    // schema has the largest effect.
    let end = Bool.random(using: &random) ? min(bytes.count, 4_096) : bytes.count
    for _ in 0..<Int.random(in: 1...16, using: &random) {
      bytes[.random(in: 0..<end, using: &random)] ^=
        UInt8(1) << UInt8.random(in: 0..<8, using: &random)
    }
  }

  private static func replacePage(in bytes: inout [UInt8], _ random: inout SeededRandom) {
    let size = 4_096
    guard bytes.count >= 2 * size else { return }
    let pages = bytes.count / size
    let target = Int.random(in: 0..<pages, using: &random) * size
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      let source = Int.random(in: 0..<pages, using: &random) * size
      bytes.replaceSubrange(target..<target + size, with: bytes[source..<source + size])
    case 1:
      bytes.replaceSubrange(target..<target + size, with: repeatElement(0, count: size))
    default:
      bytes.replaceSubrange(target..<target + size, with: Self.noise(size, &random))
    }
  }

  private static func cut(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    var count = Int.random(in: 0..<bytes.count, using: &random)
    if Bool.random(using: &random) { count -= count % 4_096 }
    bytes.removeLast(bytes.count - count)
  }

  private static func extend(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let count = Int.random(in: 1...16_384, using: &random)
    if Bool.random(using: &random) {
      bytes += bytes.prefix(count)
    } else {
      bytes += noise(count, &random)
    }
  }

  private mutating func swap(
    _ file: String, with stores: [IntactStores.Store], _ random: inout SeededRandom
  ) {
    guard let other = stores.randomElement(using: &random) else { return }
    image.files[file] = other.image.files[file]
    words.append("\(Self.name(file)) of \(other.name)")
  }

  /// Changes a random field of the database's header. Layout:
  /// <https://www.sqlite.org/fileformat2.html>.
  private static func changeHeader(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    guard bytes.count >= 100 else { return }
    let fields: [(offset: Int, size: Int)] =
      [(16, 2), (18, 1), (19, 1), (20, 1), (21, 1), (22, 1), (23, 1)]
      + stride(from: 24, to: 100, by: 4).map { ($0, 4) }
    guard let field = fields.randomElement(using: &random) else { return }
    let values: [UInt32] = [
      0, 1, 2, 3, 255, 512, 4_096, 65_535, 65_536, .max, .max / 2,
      .random(in: 0 ... .max, using: &random),
    ]
    let value = values.randomElement(using: &random) ?? 0
    for place in 0..<field.size {
      bytes[field.offset + place] = UInt8(
        truncatingIfNeeded: value >> (8 * (field.size - 1 - place)))
    }
  }

  /// Changes a byte of a stored route name, which is part of a payload, a key or a title.
  private static func changeText(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let pattern = Data("page-".utf8)
    let data = Data(bytes)
    let start = Int.random(in: 0..<bytes.count, using: &random)
    guard let place = data.range(of: pattern, in: start..<bytes.count)?.lowerBound,
      place + 12 < bytes.count
    else { return }
    bytes[place + .random(in: 0..<12, using: &random)] = .random(in: 0...255, using: &random)
  }

  private mutating func replaceAll(_ file: String, _ random: inout SeededRandom) {
    let count = [0, 1, 15, 100, 512, 4_096, 40_000].randomElement(using: &random) ?? 0
    image.files[file] = Self.noise(count, &random)
    words.append("\(Self.name(file)): \(count) random bytes")
  }
}
