import CFloor
import Shop

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Restoring in plain C on a file that NavStore has created. A `JSONDecoder` decodes the routes.
///
/// Only one thread at a time may use an object.
package final class StackFloor: @unchecked Sendable {
  private var store: OpaquePointer?
  private let decoder = JSONDecoder()

  package struct Failure: Error {
    let call: String

    package init(call: String) {
      self.call = call
    }
  }

  package init(_ url: URL) throws {
    guard let store = floor_open(url.path()) else { throw Failure(call: "floor_open") }
    self.store = store
  }

  deinit {
    close()
  }

  package func close() {
    floor_close(store)
    store = nil
  }

  package func restore(_ scene: String) throws -> [Screen] {
    guard let store else { throw Failure(call: "floor_restore") }
    var collector = Collector(decoder: decoder)
    let count = withUnsafeMutablePointer(to: &collector) { collector in
      floor_restore(
        store, scene,
        { context, payload, count in
          guard let payload else { return }
          context?.assumingMemoryBound(to: Collector.self).pointee.add(payload, count: count)
        }, collector)
    }
    guard count == collector.stack.count else { throw Failure(call: "floor_restore") }
    return collector.stack.reversed()
  }

  private struct Collector {
    let decoder: JSONDecoder
    var stack: [Screen] = []

    mutating func add(_ payload: UnsafePointer<CChar>, count: Int) {
      let data = Data(bytes: payload, count: count)
      if let screen = try? decoder.decode(Screen.self, from: data) { stack.append(screen) }
    }
  }
}
