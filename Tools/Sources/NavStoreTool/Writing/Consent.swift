import Foundation

/// The user's consent, which a command needs before it removes data.
enum Consent {
  /// Returns if the option `--yes` is set, or if the user answers a question in the terminal with
  /// yes. Throws ``Refusal`` for any other answer, or if the standard input isn't a terminal.
  static func require(_ option: ConsentOption, for what: String) throws {
    if option.yes { return }
    guard isatty(0) == 1 else {
      throw Refusal("Nothing was changed. Repeat the command with --yes to \(what).")
    }
    try Output.flush()
    FileHandle.standardError.write(Data("Go on? [y/N] ".utf8))
    guard let answer = readLine()?.lowercased(), ["y", "yes"].contains(answer) else {
      throw Refusal("Nothing was changed.")
    }
  }
}
