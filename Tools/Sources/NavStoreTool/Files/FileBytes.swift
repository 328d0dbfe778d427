import Foundation

/// Reads and copies the bytes of files with system calls.
enum FileBytes {
  private static let blockBytes = 1 << 20

  /// Returns the first `count` bytes of the file at `path`. Returns all bytes of a file that has
  /// fewer, and an empty array if there is no file.
  static func start(of path: String, count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try each(path, upTo: count) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Copies the file at `path` to a file that only its owner can read. If there is no file at
  /// `path`, the copy is empty.
  static func copy(_ path: String, to copy: String) throws {
    let file = open(copy, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
    guard file >= 0 else { throw failure("The temporary copy cannot be made") }
    defer { close(file) }
    try each(path, upTo: .max) { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = write(file, part.baseAddress, part.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw failure("The temporary copy cannot be written") }
        rest = rest.dropFirst(count)
      }
    }
  }

  private static func each(
    _ path: String, upTo limit: Int, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let file = open(path, O_RDONLY)
    guard file >= 0 else {
      if errno == ENOENT { return }
      throw failure("The file cannot be read")
    }
    defer { close(file) }
    let block = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(limit, blockBytes), alignment: 16)
    defer { block.deallocate() }
    var left = limit
    while left > 0 {
      let count = read(file, block.baseAddress, min(block.count, left))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("The file cannot be read") }
      guard count > 0 else { return }
      try body(UnsafeRawBufferPointer(rebasing: block[..<count]))
      left -= count
    }
  }

  private static func failure(_ what: String) -> Refusal {
    Refusal("\(what): \(String(cString: strerror(errno))).")
  }
}
