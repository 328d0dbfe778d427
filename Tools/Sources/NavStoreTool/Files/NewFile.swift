import Foundation

/// A file that a command writes under a temporary name. `finish` gives the file its final name, and
/// replaces an existing file of the final name.
final class NewFile {
  private let path: String
  private let partPath: String
  private let file: FileHandle
  private var isFinished = false

  /// Creates the temporary file, which only its owner can read, because it will contain the user's
  /// history. Throws ``Refusal`` if `path` is the store or one of its files.
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
