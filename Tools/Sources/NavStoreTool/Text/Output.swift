import Foundation

/// The reader has closed the output, as in `navstore history … | head`.
struct OutputClosed: Error {}

/// The program's output, written in blocks of 64 KB, because a history can have a million lines.
enum Output {
  // NB: only one task prints.
  nonisolated(unsafe) private static var buffer: [UInt8] = []
  private static let blockBytes = 65_536

  static func line(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= blockBytes { try flush() }
  }

  static func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    try buffer.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(1, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw OutputClosed() }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Prints a message for people to standard error.
  static func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
