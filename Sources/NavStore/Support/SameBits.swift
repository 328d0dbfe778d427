/// Whether two values are the same bit for bit; they then encode to the same bytes. False says
/// nothing.
func haveSameBits<T>(_ a: T, _ b: T) -> Bool {
  withUnsafeBytes(of: a) { a in
    withUnsafeBytes(of: b) { b in a.elementsEqual(b) }
  }
}

/// Whether two arrays hold the same, bit for bit. False says nothing.
package func haveElementsOfSameBits<T>(_ a: [T], _ b: [T]) -> Bool {
  guard a.count == b.count else { return false }
  return a.withUnsafeBytes { a in
    b.withUnsafeBytes { b in a.baseAddress == b.baseAddress || a.elementsEqual(b) }
  }
}
