import Foundation

/// Nothing is taken away before somebody has agreed to it.
enum Consent {
  /// Asks on a terminal; elsewhere only `--yes` agrees.
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
