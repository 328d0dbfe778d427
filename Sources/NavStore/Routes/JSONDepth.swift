import NavStorePlatform

/// The limit for nested JSON.
///
/// Decoding is recursive, through the code of `Codable` and of the app. On a thread with half a
/// megabyte of stack (Dispatch's on Apple systems), a few hundred levels overflow the stack, which
/// traps. `JSONDecoder` itself stops only at 512.
enum JSONDepth {
  static let limit = 64

  /// Whether no value is nested in more than ``limit`` others. For text that is not JSON, the
  /// result has no meaning.
  @inline(never)
  static func isWithinLimit(_ json: Data) -> Bool {
    // Each level of nesting takes at least one byte.
    guard json.count > limit else { return true }
    return json.withUnsafeBytes {
      JSONScanner($0.bindMemory(to: UInt8.self)).isNested(within: limit)
    }
  }
}
