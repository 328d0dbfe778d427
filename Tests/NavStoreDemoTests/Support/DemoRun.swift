import Foundation
import TestSupport

/// What a run of the demo left.
struct DemoRun {
  let process: FinishedProcess

  var output: String { process.output }
  var errors: String { process.errors }

  /// Nil where it was killed.
  var status: Int32? { process.status }

  /// As it was printed.
  var rawLines: [String] {
    output.split(separator: "\n").map(String.init)
  }

  /// The lines of `--json`.
  var lines: [Line] {
    get throws {
      try output.utf8.split(separator: UInt8(ascii: "\n")).map {
        try JSONDecoder().decode(Line.self, from: Data($0))
      }
    }
  }

  struct Line: Decodable {
    let command: String
    let ok: Bool
    let scene: String
    let stack: [String]
    let entries: [String]
    let index: Int
    let items: [Item]?
    let scenes: [Scene]?
    let error: String?
  }

  struct Item: Decodable, Equatable {
    let path: String
    let visits: Int
    let depth: Int
  }

  struct Scene: Decodable, Equatable {
    let key: String
    let open: Bool
    let depth: Int
  }
}
