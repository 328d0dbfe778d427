import Foundation

/// The error that the reader of the standard output has closed the pipe. An example of a reader is
/// `head` in `navstore history … | head`.
struct OutputClosed: Error {}

/// The program's standard output. It is written in blocks of 64 KB, because a system call for each
/// line of a long history would be slow.
enum Output {
  // NB: Not guarded by a lock, because only one task of the program prints.
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

  /// Prints a message for the user to the standard error.
  static func complain(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
