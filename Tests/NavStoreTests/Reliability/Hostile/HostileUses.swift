import Foundation
import TestSupport

/// The results of the worker process for each hostile file, in the order of the files.
struct HostileUses: RandomAccessCollection {
  struct Call: Equatable {
    let name: String
    let outcome: String
    let milliseconds: Int

    /// The peak memory of the process since its first call on this file, in MiB.
    let mebibytes: Int
  }

  struct Use {
    var calls: [Call] = []
    var peakMebibytes: Int?

    /// The name of the call in which the process trapped; `nil` if it did not trap.
    var trappedIn: String?
  }

  private var uses: [Use] = []

  var startIndex: Int { uses.startIndex }
  var endIndex: Int { uses.endIndex }
  subscript(position: Int) -> Use { uses[position] }

  /// Runs a process that uses all files in order. If the process traps, another process continues
  /// with the next file.
  init(of urls: [URL]) async throws {
    while uses.count < urls.count {
      let before = uses.count
      try await run(urls[uses.count...].map(\.path))
      guard uses.count > before else { return }
    }
  }

  private mutating func run(_ paths: [String]) async throws {
    read(
      try await FinishedProcess(
        try BuiltExecutable.named("reliability-worker"), ["hostile"] + paths
      ).output)
  }

  private mutating func read(_ output: String) {
    var begun: String?
    for line in output.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch fields[0] {
      case "file": uses.append(Use())
      case "begin": begun = fields[1]
      case "call":
        begun = nil
        uses[uses.count - 1].calls.append(
          Call(
            name: fields[1], outcome: fields[2], milliseconds: Int(fields[3]) ?? .max,
            mebibytes: Int(fields[4]) ?? .max))
      case "peak": uses[uses.count - 1].peakMebibytes = Int(fields[1])
      default: break
      }
    }
    if let begun { uses[uses.count - 1].trappedIn = begun }
  }
}
