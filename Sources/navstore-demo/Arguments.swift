/// The parsed command line. Parsed by hand, because a few options are not worth a dependency.
struct Arguments: Equatable {
  private(set) var storePath: String?
  private(set) var replayPath: String?
  private(set) var printsJSON = false
  private(set) var asksForHelp = false
  private(set) var asksForVersion = false

  /// The width of the terminal in which a tour shows the output of this run; `nil` outside a tour.
  private(set) var steeredColumns: Int?

  /// Reads the words after the program's name.
  init(_ words: [String]) throws(Failure) {
    var words = words[...]
    while let word = words.popFirst() {
      // Accept both `--store PATH` and `--store=PATH`, because both are common.
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = word.hasPrefix("--") ? String(parts[0]) : word
      let attached = word.hasPrefix("--") && parts.count == 2 ? String(parts[1]) : nil
      switch option {
      case "--store": storePath = try Self.path(of: option, attached, orNextOf: &words)
      case "--replay": replayPath = try Self.path(of: option, attached, orNextOf: &words)
      case "--json" where attached == nil: printsJSON = true
      case "--help" where attached == nil, "-h": asksForHelp = true
      case "--version" where attached == nil: asksForVersion = true
      case "--steered": steeredColumns = attached.flatMap { Int($0) } ?? 80
      case "--json", "--help", "--version": throw Self.misuse("\(option) takes no value.")
      case _ where option.hasPrefix("-"):
        throw Self.misuse("There is no option \(option.printable).")
      default: throw Self.misuse("\"\(word.printable)\" is not an option.")
      }
    }
  }

  private static func path(
    of option: String, _ attached: String?, orNextOf words: inout ArraySlice<String>
  ) throws(Failure) -> String {
    guard let path = attached ?? words.popFirst(), !path.isEmpty, !path.hasPrefix("--") else {
      throw Self.misuse("\(option) needs a path.")
    }
    return path
  }

  private static func misuse(_ message: String) -> Failure {
    Failure("\(message)\n\(usage)", status: .misused)
  }
}

extension Arguments {
  static let usage =
    "usage: navstore-demo [--store PATH] [--json] [--replay FILE] [--version] [--help]"

  static let version = "navstore-demo 0.9.0"

  static let help = """
    \(usage)

    Screens are routes. Open some, end the program however you like, and start it again.

      --store PATH   keep the state in this file, not in the user's data folder
      --json         print one JSON line after each command
      --replay FILE  feed a file of navigation sessions through a store, open the file again and
                     check it (in a temporary store, or in the new one of --store)
      --version      print the version
      --help         print this

    \(CommandForm.overview(columns: nil))
    """
}
