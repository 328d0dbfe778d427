import Dispatch
import Foundation

/// A folder for the copy of a store, which only its owner can read. It is deleted even if SIGINT,
/// SIGTERM or SIGHUP ends the program, because the copy contains the user's history.
final class TemporaryFolder {
  let url: URL
  private let signals: [any DispatchSourceSignal]

  init() throws {
    let all = FileManager.default.temporaryDirectory.path
    var template = Array("\(all)/navstore-copy-XXXXXX".utf8CString)
    let path = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let path else {
      throw Refusal("A temporary folder cannot be made: \(String(cString: strerror(errno))).")
    }
    let url = URL(fileURLWithPath: path, isDirectory: true)
    self.url = url
    signals = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        try? FileManager.default.removeItem(at: url)
        exit(128 + number)
      }
      source.activate()
      return source
    }
  }

  func delete() {
    for source in signals { source.cancel() }
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    try? FileManager.default.removeItem(at: url)
  }
}
