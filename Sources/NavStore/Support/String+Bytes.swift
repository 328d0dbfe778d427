#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension String {
  /// Whether both are the same, byte by byte: `==` takes two ways to write an accent for one, the
  /// file does not.
  func hasBytes(of other: String) -> Bool {
    let areSame = utf8.withContiguousStorageIfAvailable { a in
      other.utf8.withContiguousStorageIfAvailable { b in
        guard a.count == b.count, let start = a.baseAddress, let other = b.baseAddress else {
          return a.isEmpty && b.isEmpty
        }
        return memcmp(start, other, a.count) == 0
      }
    }
    return (areSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
