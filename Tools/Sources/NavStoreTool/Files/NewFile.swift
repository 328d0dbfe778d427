import Foundation

/// A file that a command writes. An existing file of that name is unchanged until this one is
/// finished.
final class NewFile {
  private let path: String
  private let partPath: String
  private let file: FileHandle
  private var isFinished = false

  /// Creates a file that only its owner can read, because it contains the user's history.
  init(_ path: String, besides original: OriginalFile) throws {
    guard !original.owns(path) else {
      throw Refusal("The output would overwrite the store.")
    }
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    self.path = url.path
    partPath = url.path + ".part-\(getpid())"
    let descriptor = open(partPath, O_CREAT | O_EXCL | O_WRONLY, 0o600)
    guard descriptor >= 0 else {
      throw Refusal("The output cannot be written: \(String(cString: strerror(errno))).")
    }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  deinit {
    if !isFinished { unlink(partPath) }
  }

  func write(_ text: String) throws { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws {
    do {
      try file.write(contentsOf: Data(bytes))
    } catch {
      throw Refusal("The output cannot be written: \(error.localizedDescription)")
    }
  }

  func finish() throws {
    try? file.close()
    guard rename(partPath, path) == 0 else {
      throw Refusal("The output cannot be written: \(String(cString: strerror(errno))).")
    }
    isFinished = true
  }
}
