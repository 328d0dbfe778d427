extension String {
  /// Returns whether both strings are equal byte by byte, as SQLite compares text. `==` treats two
  /// encodings of an accented letter as equal.
  package func hasBytes(of other: String) -> Bool {
    let areSame = utf8.withContiguousStorageIfAvailable { a in
      other.utf8.withContiguousStorageIfAvailable { b in
        haveSameBytes(UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
      }
    }
    return (areSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension Hasher {
  /// Hashes the bytes that ``Swift/String/hasBytes(of:)`` compares.
  mutating func combine(bytesOf text: String) {
    var text = text
    text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    combine(0xFF as UInt8)
  }
}

/// Text as a key of a dictionary, compared byte by byte.
package struct ByteKey: Hashable, Sendable {
  let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: ByteKey, b: ByteKey) -> Bool { a.text.hasBytes(of: b.text) }

  package func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: text) }
}
