import Dispatch
import Foundation
import NavStore
import TestSupport
import Testing

/// Several processes that open one store at the same time, each simulated by a store of its own.
@Suite struct OpeningAtOnceTests {
  private final class Errors: @unchecked Sendable {
    private let lock = NSLock()
    private var found: [any Error] = []

    var all: [any Error] { lock.withLock { found } }

    func add(_ error: any Error) {
      lock.withLock { found.append(error) }
    }
  }

  @Test("Concurrent opens of a new file all succeed")
  func newFile() throws {
    let folder = try TemporaryFolder()
    let rounds = isSoak ? 2_000 : 100
    for round in 0..<rounds {
      let url = folder.file("\(round).sqlite")
      let errors = Errors()
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        do {
          _ = try NavStore(url: url)
        } catch {
          errors.add(error)
        }
      }
      #expect(errors.all.isEmpty)
    }
  }
}
