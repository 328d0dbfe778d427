import NavStorePlatform

/// How deep JSON may be nested.
///
/// Decoding is recursive, through `Codable`'s code and the app's: on a thread with half a megabyte
/// of stack (Dispatch's on Apple systems) a few hundred levels overflow it, and that traps.
/// `JSONDecoder` itself stops at 512 only.
enum JSONDepth {
  static let limit = 64

  /// Whether no value lies in more than ``limit`` others. Text that is no JSON has some answer.
  @inline(never)
  static func isWithinLimit(_ json: Data) -> Bool {
    // Each level takes a byte.
    guard json.count > limit else { return true }
    return json.withUnsafeBytes {
      JSONScanner($0.bindMemory(to: UInt8.self)).isNested(within: limit)
    }
  }
}
