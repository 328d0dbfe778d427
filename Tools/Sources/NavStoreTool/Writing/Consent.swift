import Foundation

/// The user's consent, which every removal needs.
enum Consent {
  /// Asks for consent on a terminal. Elsewhere, throws without `--yes`.
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
