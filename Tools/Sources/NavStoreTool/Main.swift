import ArgumentParser
import Foundation
import NavStore

/// The program: parses its arguments, runs a command, and reports an error in one sentence.
///
/// The exit status is 0 for success, 1 if `check` found damage, 2 for a command that failed or was
/// refused, and 64 for wrong arguments.
@main
enum Main {
  static func main() async {
    // By default, the signal SIGPIPE ends the program when it writes to a closed pipe. If SIGPIPE
    // is ignored, the write returns an error, and the command deletes the temporary copy of the
    // store.
    signal(SIGPIPE, SIG_IGN)
    do {
      var command = try NavStoreTool.parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      try Output.flush()
    } catch is OutputClosed {
      exit(0)
    } catch let error as Refusal {
      stop(error.description)
    } catch let error as NavStore.Error {
      stop(error.message)
    } catch {
      try? Output.flush()
      NavStoreTool.exit(withError: error)
    }
  }

  private static func stop(_ sentence: String) -> Never {
    try? Output.flush()
    Output.complain("navstore: \(sentence)")
    exit(2)
  }
}

struct NavStoreTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navstore",
    abstract: "Looks into the files of NavStore.",
    discussion: """
      Commands that read never change the file: they look at a copy of it, which is deleted \
      afterwards, and an app may have the store open meanwhile. Commands that take something away say \
      what will go, and ask first.

      Examples:
        navstore inspect store.sqlite
        navstore history store.sqlite --since 7d --kind product
        navstore report store.sqlite --html report.html
        navstore check store.sqlite && echo sound
      """,
    subcommands: [
      InspectCommand.self, StackCommand.self, HistoryCommand.self, TreeCommand.self,
      ReportCommand.self, CheckCommand.self, ExportCommand.self, ForgetCommand.self,
      PruneCommand.self, VacuumCommand.self,
    ])
}

/// The error that a command was refused or failed, with a sentence for the user.
struct Refusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
