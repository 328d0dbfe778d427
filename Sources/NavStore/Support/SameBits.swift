import NavStorePlatform

/// Returns whether two arrays are equal bit for bit. `false` doesn't mean that the arrays differ.
package func haveElementsOfSameBits<T>(_ a: [T], _ b: [T]) -> Bool {
  guard a.count == b.count else { return false }
  return a.withUnsafeBytes { a in
    b.withUnsafeBytes { b in haveSameBytes(a, b) }
  }
}

/// Returns whether two buffers have the same bytes.
func haveSameBytes(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
  guard let start = a.baseAddress, let other = b.baseAddress else { return a.count == b.count }
  return a.count == b.count && (start == other || memcmp(start, other, a.count) == 0)
}
