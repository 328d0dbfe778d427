import NavStore
import NavStorePlatform

/// A terminal app whose screens are routes. If a run is killed, the next run restores the screen.
@main
enum Demo {
  static func main() async {
    exit(await status(for: Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private static func status(for words: [String]) async -> ExitStatus {
    do {
      return try await run(Arguments(words))
    } catch let failure as Failure {
      complain(failure.message)
      return failure.status
    } catch {
      complain("\(error)")
      return .failed
    }
  }

  private static func run(_ arguments: Arguments) async throws -> ExitStatus {
    if arguments.asksForHelp {
      StandardStream.output.put(Arguments.help)
      return .done
    }
    if arguments.asksForVersion {
      StandardStream.output.put(Arguments.version + "\n")
      return .done
    }
    if let path = arguments.replayPath {
      let file = try SessionFile(contentsOf: path)
      let result = try await ReplayStore.lend(arguments.storePath) { url throws(Failure) in
        try await Replay(file: file, url: url).run()
      }
      StandardStream.output.put(arguments.printsJSON ? result.json.text + "\n" : result.text)
      return result.mismatches == 0 ? .done : .failed
    }
    let store = try openStore(arguments.storePath)
    let terminal = arguments.steeredColumns.map(Terminal.steered) ?? .current
    let voice: any Voice =
      arguments.printsJSON ? JSONVoice() : TextVoice(terminal: terminal, now: { Date() })
    return await Shell(store: store, voice: voice).run()
  }

  /// Opens the file at `path`, or the standard store, and prints notices such as a quarantined
  /// file.
  private static func openStore(_ path: String?) throws(Failure) -> NavStore {
    let store = if let path { try NavStore(demoPath: path) } else { NavStore.standard }
    for notice in store.openReport.notices { complain(notice) }
    return store
  }
}

/// The exit status of the process.
enum ExitStatus: Int32 {
  case done = 0
  case failed = 1
  case misused = 2
}

/// The error that ended the program, in one sentence.
struct Failure: Error, Equatable {
  let message: String
  let status: ExitStatus

  init(_ message: String, status: ExitStatus = .failed) {
    (self.message, self.status) = (message, status)
  }
}

/// Prints an error to the error stream, so that the output for scripts contains no errors.
func complain(_ message: String) {
  StandardStream.error.put("navstore-demo: \(message)\n")
}
