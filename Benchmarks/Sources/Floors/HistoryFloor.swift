import CFloor
import Shop

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// History queries in plain C. A `JSONDecoder` decodes the routes of the results.
package final class HistoryFloor {
  private let history: OpaquePointer
  private let decoder = JSONDecoder()

  package struct Failure: Error {
    let call: String
  }

  package init(_ url: URL) throws {
    guard let history = floor_history_open(url.path()) else {
      throw Failure(call: "floor_history_open")
    }
    self.history = history
  }

  deinit {
    floor_history_close(history)
  }

  package func recent(before: Int64 = .max, limit: Int) throws -> Answer {
    try answer { floor_recent(history, before, Int32(limit), $0, $1) }
  }

  package func frecent(limit: Int) throws -> Answer {
    try answer { floor_frecent(history, Int32(limit), $0, $1) }
  }

  package func visits(before: Int64 = .max, limit: Int) throws -> Answer {
    try answer { floor_visits(history, before, Int32(limit), $0, $1) }
  }

  /// Returns the items with the highest frecency whose titles contain `word`.
  ///
  /// - Parameter word: A word in the normalized form in which the file has titles for searches.
  package func search(_ word: String, limit: Int) throws -> Answer {
    try answer { floor_search(history, word, Int32(limit), $0, $1) }
  }

  package struct Answer {
    package fileprivate(set) var screens: [Screen] = []

    /// The sequence number of the last item's last visit, or the time of the last visit. A query
    /// for the next page takes this number as `before`.
    package fileprivate(set) var last: Int64 = .max
    fileprivate let decoder: JSONDecoder
  }

  private typealias Callback =
    @convention(c) (
      UnsafeMutableRawPointer?, Int64, UnsafePointer<CChar>?, Int
    ) -> Void

  private func answer(
    _ ask: (Callback, UnsafeMutableRawPointer) -> Int32
  ) throws -> Answer {
    var answer = Answer(decoder: decoder)
    let count = withUnsafeMutablePointer(to: &answer) { answer in
      ask(
        { context, number, payload, count in
          guard let payload, let answer = context?.assumingMemoryBound(to: Answer.self) else {
            return
          }
          let data = Data(bytes: payload, count: count)
          guard let screen = try? answer.pointee.decoder.decode(Screen.self, from: data) else {
            return
          }
          answer.pointee.screens.append(screen)
          answer.pointee.last = number
        }, answer)
    }
    guard count == answer.screens.count else { throw Failure(call: "floor_history") }
    return answer
  }
}
