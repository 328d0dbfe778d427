import Foundation
import TestSupport
import Testing

/// Launches of an app that contains only README's first listing. The processes run for different
/// times and end in every way. The app must keep its position in the listing's stack, whichever way
/// they end.
///
/// With `NAVSTORE_SOAK=1` the app uses the standard store, which confirms a restore after five
/// seconds, and a process runs for 1, 6 or 20 seconds. Otherwise, all times are shorter.
@Suite struct LivesTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The way a launch ends.
  enum End: CustomStringConvertible {
    /// The process calls `exit` when the first screen is shown.
    case exitAtOnce
    case exit(Length)
    case signal(Int32, Length)
    case abortOnScreen

    var description: String {
      switch self {
      case .exitAtOnce: "exit at once"
      case .exit(let length): "exit after \(length)"
      case .signal(SIGTERM, let length): "SIGTERM after \(length)"
      case .signal(_, let length): "SIGKILL after \(length)"
      case .abortOnScreen: "abort on the restored screen"
      }
    }
  }

  /// The time in seconds that the process runs in a soak.
  enum Length: Int, CustomStringConvertible {
    case short = 1
    case whole = 6
    case long = 20

    static let confirmMilliseconds = isSoak ? 5_000 : 1_000

    var milliseconds: Int {
      if isSoak { return rawValue * 1_000 }
      return self == .short ? 400 : 2_000
    }

    var description: String { "\(Double(milliseconds) / 1_000) s" }
  }

  /// The ends of the launches, in order. Each launch that a signal ends before it confirms its
  /// restore is followed by a launch that confirms it. Only the two aborts near the end follow each
  /// other.
  static let ends: [End] = [
    .exitAtOnce, .exitAtOnce, .exit(.short), .exit(.short),
    .signal(SIGTERM, .short), .exitAtOnce, .signal(SIGTERM, .short), .signal(SIGKILL, .whole),
    .signal(SIGKILL, .short), .exit(.short), .signal(SIGKILL, .short), .signal(SIGKILL, .long),
    .signal(SIGKILL, .whole), .exit(.whole), .signal(SIGTERM, .whole),
    .abortOnScreen, .signal(SIGKILL, .whole), .abortOnScreen, .exit(.whole),
    .abortOnScreen, .abortOnScreen, .exit(.short),
  ]

  /// Runs the app until the process ends. Returns the path that the app shows at its start, or
  /// `nil` if the process ended before it showed a path.
  private func launch(_ end: End, loop: String) async throws -> [Int]? {
    var arguments = ["read", "loop=\(loop)"]
    var environment: [String: String] = [:]
    if isSoak {
      environment["XDG_DATA_HOME"] = folder.url.path
    } else {
      arguments += ["store=\(folder.path())", "confirm=\(Length.confirmMilliseconds)"]
    }
    var signal: (number: Int32, milliseconds: Int)?
    switch end {
    case .exitAtOnce: arguments.append("exit=0")
    case .exit(let length): arguments.append("exit=\(length.milliseconds)")
    case .signal(let number, let length): signal = (number, length.milliseconds)
    case .abortOnScreen: arguments.append("abort")
    }
    let executable = try BuiltExecutable.named("restore-crasher")
    return try await onOwnThread { [arguments, environment, signal] in
      let process = try SpawnedProcess(executable, arguments, environment: environment)
      let line = process.readLine()
      if let signal, line != nil {
        usleep(UInt32(signal.milliseconds) * 1_000)
        process.signal(signal.number)
      }
      let status = process.waitUntilExit()
      switch end {
      case .exitAtOnce, .exit: #expect(status == 0)
      case .signal(let number, _): #expect(status & 0x7f == number)
      case .abortOnScreen: #expect(status & 0x7f == SIGABRT)
      }
      return line.map { $0.split(separator: "/").compactMap { Int($0) } }
    }
  }

  @Test(
    "Only two unconfirmed launches in a row lead to the root screen", arguments: ["main", "none"])
  func twentyLaunches(loop: String) async throws {
    var table = ["loop \(loop): launch, how it ends, where it starts"]
    var starts: [[Int]?] = []
    for (index, end) in Self.ends.enumerated() {
      let start = try await launch(end, loop: loop)
      starts.append(start)
      let place = start.map { $0.isEmpty ? "the root screen" : "screen \($0.last ?? 0)" }
      table.append("\(index + 1) | \(end) | \(place ?? "no path shown")")
    }
    print(table.joined(separator: "\n"))
    var depth = 0
    for (index, start) in starts.dropLast().enumerated() {
      guard let start else { continue }
      #expect(start == Array(0..<start.count).map { $0 + 1 }, "launch \(index + 1)")
      #expect(start.count >= depth, "launch \(index + 1) restores fewer screens")
      #expect(index == 0 || !start.isEmpty, "launch \(index + 1) starts at the root screen")
      depth = start.count
    }
    #expect(depth >= 5, "The changes are saved")
    #expect(starts.last == [Int]())
  }
}
