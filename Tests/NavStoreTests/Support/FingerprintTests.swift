import Testing

@testable import NavStore

@Suite("Fingerprints")
struct FingerprintTests {
  @Test(
    "Fingerprints equal the known 64-bit FNV-1a vectors",
    arguments: [
      ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
    ] as [(String, UInt64)])
  func knownVectors(_ text: String, _ expected: UInt64) {
    var fingerprint = Fingerprint()
    fingerprint.combine(text.utf8)
    #expect(UInt64(bitPattern: fingerprint.value) == expected)
  }

  @Test("The boundaries between combined texts change the fingerprint")
  func textIsTerminated() {
    #expect(fingerprint("ab", "c") != fingerprint("a", "bc"))
    #expect(fingerprint("ab", "c") == fingerprint("ab", "c"))
  }

  private func fingerprint(_ texts: String...) -> Int64 {
    var fingerprint = Fingerprint()
    for text in texts { fingerprint.combine(text) }
    return fingerprint.value
  }
}
