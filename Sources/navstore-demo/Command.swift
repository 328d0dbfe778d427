import NavStore

/// A parsed line of input.
struct Command {
  let form: CommandForm

  /// The text after the command's name.
  let text: String

  /// The argument as a number, for a form that takes a number.
  let number: Int

  /// Parses a line. White space around it is ignored.
  init(_ line: String) throws(Failure) {
    let (name, text) = line.trimmed.firstWord
    guard let form = CommandForm.all.first(where: { $0.name == name }) else {
      throw Failure("There is no command \"\(name)\"; \"help\" lists them.")
    }
    self.form = form
    self.text = text
    switch form.takes {
    case .nothing where !text.isEmpty: throw Failure("\"\(name)\" stands alone.")
    // Compares bytes, because a "/" with a combining mark after it is a different `Character`.
    case .path where text.utf8.first != UInt8(ascii: "/"):
      throw Failure("\"\(name)\" needs a path, which begins with \"/\".")
    case .text(let meaning) where text.isEmpty: throw Failure("\"\(name)\" needs \(meaning).")
    case .number(_, let meaning) where text.isEmpty:
      throw Failure("\"\(name)\" needs a number: \(meaning).")
    case .numberOrNothing(_, let usual) where text.isEmpty: number = usual
    case .number(let least, _), .numberOrNothing(let least, _):
      guard let read = Int(text) else {
        throw Failure("\"\(name)\" takes a number, which \"\(text)\" is not.")
      }
      guard read >= least else { throw Failure("\"\(name)\" takes a number from \(least) up.") }
      number = read
    case .nothing, .path, .text: number = 0
    }
  }
}

/// A kind of command: its argument, its help text and its action.
struct CommandForm: Sendable {
  /// The argument after the command's name.
  enum Argument: Sendable {
    case nothing
    case path
    case text(_ meaning: String)
    case number(from: Int, _ meaning: String)
    case numberOrNothing(from: Int, usual: Int)
  }

  let name: String
  let takes: Argument

  /// Runs the command. After the call, the shell waits until the command's change of the stack is
  /// committed.
  let run: @MainActor @Sendable (Shell, Command) async throws -> Answer

  private let usage: String
  private let help: String

  private init(
    _ usage: String, _ help: String, _ takes: Argument = .nothing,
    _ run: @escaping @MainActor @Sendable (Shell, Command) async throws -> Answer
  ) {
    self.name = usage.firstWord.name
    self.takes = takes
    self.run = run
    self.usage = usage
    self.help = help
  }

  /// The text to which Tab completes the command's name, with a space if an argument must follow.
  var completion: String {
    switch takes {
    case .nothing, .numberOrNothing: name
    case .path, .text, .number: name + " "
    }
  }

  /// Returns the help text of all commands.
  static func overview(columns: Int?) -> String {
    "Commands, typed or from a pipe:\n"
      + all.map { form in
        let isNarrow = 17 + form.help.count > columns ?? .max
        return isNarrow
          ? "  \(form.usage)\n      \(form.help.wrapped(to: (columns ?? 80) - 7, indent: 6))\n"
          : "  " + form.usage.padded(toWidth: 15) + form.help + "\n"
      }.joined()
  }
}

/// The result of a command.
struct Answer {
  var detail = Report.Detail.none

  /// The reason that the command had nothing to do; `nil` if it did something.
  var refusal: String?

  static func refused(_ reason: String, unless isDone: Bool = false) -> Answer {
    Answer(refusal: isDone ? nil : reason)
  }

  static func forgotten(_ visits: Int) -> Answer {
    Answer(
      detail: .forgotten(visits: visits),
      refusal: visits == 0 ? "There was nothing to forget." : nil)
  }
}

extension CommandForm {
  static let all = [
    CommandForm("open PATH", "push a screen; a path is any text that begins with \"/\"", .path) {
      $0.open($1.text)
    },
    CommandForm("replace PATH", "put a screen in the place of the top one", .path) {
      $0.replaceTop(with: $1.text)
    },
    CommandForm(
      "pop [N]", "take the top screen off, or N of them", .numberOrNothing(from: 1, usual: 1)
    ) {
      .refused("This is the root screen already.", unless: $0.router.pop($1.number) > 0)
    },
    CommandForm("root", "pop to the root screen") { shell, _ in
      .refused("This is the root screen already.", unless: shell.router.popToRoot() > 0)
    },
    CommandForm("back", "move back in the back/forward list") { shell, _ in
      .refused("There is nothing to go back to.", unless: shell.router.back())
    },
    CommandForm("forward", "move forward in it") { shell, _ in
      .refused("There is nothing to go forward to.", unless: shell.router.forward())
    },
    CommandForm(
      "go N", "move N entries forward in it, or back where N is below 0",
      .number(from: .min, "how many entries forward, or back below 0")
    ) {
      .refused("The list does not go so far.", unless: $0.router.go(by: $1.number))
    },
    CommandForm("scene KEY", "switch to another scene; the program starts in \"main\"", .key) {
      try $0.enter($1.text)
    },
    CommandForm("scenes", "all scenes") { shell, _ in
      Answer(detail: .rows(try shell.scenes(), key: "scenes"))
    },
    CommandForm("close KEY", "close another scene", .key) { try $0.close($1.text) },
    CommandForm("closed", "the scenes that are closed, the last one first") { shell, _ in
      Answer(detail: .rows(try await shell.closed(), ifNone: "none"))
    },
    CommandForm("reopen KEY", "open one of them again, and switch to it", .key) {
      try $0.reopen($1.text)
    },
    CommandForm("stack", "the screens of this scene, bottom first") { _, _ in
      Answer(detail: .stack)
    },
    CommandForm("list", "its back/forward list") { _, _ in Answer(detail: .list) },
    CommandForm("tree", "its visits as a tree, branches that were left included") { shell, _ in
      Answer(detail: .tree(try await shell.tree()))
    },
    CommandForm(
      "recent [N]", "distinct screens of all scenes, the one visited last first", .limit
    ) {
      Answer(detail: .rows(try await $0.items(.recent(limit: $1.number))))
    },
    CommandForm(
      "frecent [N]", "the ones visited most, each visit counting half as much after a month", .limit
    ) {
      Answer(detail: .rows(try await $0.items(.frequent(limit: $1.number), areScored: true)))
    },
    CommandForm(
      "search TEXT", "screens with every word of TEXT somewhere in their title", .text("a text")
    ) {
      Answer(detail: .rows(try await $0.items(.search($1.text)), ifNone: "nothing found"))
    },
    CommandForm("visits [N]", "every visit, newest first", .limit) {
      Answer(detail: .rows(try await $0.visits($1.number), isNumbered: true))
    },
    CommandForm(
      "visit N", "open line N of \"visits\" again, with the stack it was on",
      .number(from: 1, "which line of \"visits\", from 1")
    ) {
      try await $0.reopenVisit($1.number)
    },
    CommandForm("branches", "screens that were opened from here, which forward no longer reaches") {
      shell, _ in
      Answer(
        detail: .rows(try await shell.branches(), isNumbered: true, ifNone: "no branch begins here")
      )
    },
    CommandForm(
      "branch N", "open line N of \"branches\"",
      .number(from: 1, "which line of \"branches\", from 1")
    ) {
      try await $0.openBranch($1.number)
    },
    CommandForm("forget PATH", "forget a screen and erase it from the file", .path) {
      .forgotten(try await $0.history.erase(.item(Screen(path: $1.text))))
    },
    CommandForm("clear", "forget everything that was visited, and erase it") { shell, _ in
      guard shell.confirms("Forget everything that was ever visited?") else {
        return .refused("Nothing was forgotten.")
      }
      return .forgotten(try await shell.history.erase(.all))
    },
    CommandForm("places", "what can be opened from here") { shell, _ in
      Answer(detail: .places(Places.near(shell.router.path.last?.path)))
    },
    CommandForm("tour", "two minutes that show it all, in a store of their own") { shell, _ in
      try shell.tour()
    },
    CommandForm("crash", "SIGKILL to itself") { shell, _ in await shell.crash() },
    CommandForm("help", "this") { _, _ in Answer(detail: .help) },
    CommandForm("quit", "leave; so does the end of input") { shell, _ in
      shell.hasQuit = true
      return Answer()
    },
  ]
}

extension CommandForm.Argument {
  static var key: Self { .text("the key of a scene") }
  static var limit: Self { .numberOrNothing(from: 0, usual: 10) }
}

extension String {
  /// Wraps the text to lines of at most `width` characters. Lines after the first are indented.
  func wrapped(to width: Int, indent: Int = 0) -> String {
    var lines = [""]
    for word in split(separator: " ") {
      if !lines[lines.count - 1].isEmpty, lines[lines.count - 1].count + 1 + word.count > width {
        lines.append("")
      }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// The text without the white space at both ends. Compares Unicode scalars, because a space and a
  /// combining mark after it are one `Character`.
  var trimmed: String {
    let scalars = unicodeScalars.drop(while: \.properties.isWhitespace)
    guard let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(scalars[...last])
  }

  /// The text before the first white space, and the text after that white space.
  fileprivate var firstWord: (name: String, rest: String) {
    let name = unicodeScalars.prefix { !$0.properties.isWhitespace }
    return (String(name), String(unicodeScalars[name.endIndex...]).trimmed)
  }
}
