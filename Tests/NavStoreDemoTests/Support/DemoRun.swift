import Foundation
import TestSupport

/// The output of a run of the demo.
struct DemoRun {
  let process: FinishedProcess

  var output: String { process.output }
  var errors: String { process.errors }

  /// The exit status; `nil` if the demo was killed.
  var status: Int32? { process.status }

  /// The lines of the output as they were printed, without decoding.
  var rawLines: [String] {
    output.split(separator: "\n").map(String.init)
  }

  /// The lines of the output of `--json`, decoded.
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
