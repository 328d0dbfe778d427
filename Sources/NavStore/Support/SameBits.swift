/// Whether two values are the same bit for bit; they then encode to the same bytes. False says
/// nothing.
func haveSameBits<T>(_ a: T, _ b: T) -> Bool {
  withUnsafeBytes(of: a) { a in
    withUnsafeBytes(of: b) { b in a.elementsEqual(b) }
  }
}
