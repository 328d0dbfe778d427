import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Random words of 16 hexadecimal digits that a test stores and then searches for in files.
struct Tokens {
  private(set) var all: Set<UInt64> = []

  mutating func make(_ random: inout SeededRandom) -> String {
    let token = random.next()
    all.insert(token)
    return Self.text(token)
  }

  static func text(_ token: UInt64) -> String {
    let digits = String(token, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Returns the tokens that occur in any file whose name begins with `prefix`, whatever the format
  /// of the file.
  func found(in folder: URL, filesNamed prefix: String) throws -> Set<UInt64> {
    var found: Set<UInt64> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasPrefix(prefix) {
      found.formUnion(find(in: try Data(contentsOf: folder.appendingPathComponent(name))))
    }
    return found
  }

  private func find(in data: Data) -> Set<UInt64> {
    var found: Set<UInt64> = []
    data.withUnsafeBytes { bytes in
      var window: UInt64 = 0
      var digits = 0
      for byte in bytes {
        let digit: UInt8
        switch byte {
        case 0x30...0x39: digit = byte &- 0x30
        case 0x61...0x66: digit = byte &- 0x57
        default:
          digits = 0
          continue
        }
        window = window << 4 | UInt64(digit)
        digits += 1
        if digits >= 16, all.contains(window) { found.insert(window) }
      }
    }
    return found
  }
}
