import NavStorePlatform

/// Whether two values are the same bit for bit; they then encode to the same bytes. False says
/// nothing.
func haveSameBits<T>(_ a: T, _ b: T) -> Bool {
  withUnsafeBytes(of: a) { a in
    withUnsafeBytes(of: b) { b in haveSameBytes(a, b) }
  }
}

/// Whether two arrays hold the same, bit for bit. False says nothing.
package func haveElementsOfSameBits<T>(_ a: [T], _ b: [T]) -> Bool {
  guard a.count == b.count else { return false }
  return a.withUnsafeBytes { a in
    b.withUnsafeBytes { b in haveSameBytes(a, b) }
  }
}

private func haveSameBytes(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
  guard let start = a.baseAddress, let other = b.baseAddress else { return a.count == b.count }
  return a.count == b.count && (start == other || memcmp(start, other, a.count) == 0)
}
