/// One line of input, understood.
enum Command: Equatable {
  case open(String)
  case replace(String)
  case pop(Int)
  case root
  case back
  case forward
  case go(Int)
  case scene(String)
  case scenes
  case stack
  case list
  case recent(Int)
  case visits(Int)
  case frecent(Int)
  case search(String)
  case tree
  case visit(Int)
  case forget(String)
  case clear
  case close(String)
  case closed
  case reopen(String)
  case crash
  case help
  case quit
}

extension Command {
  /// Reads a line; white space around it does not count.
  init(_ line: String) throws(Failure) {
    let (name, rest) = line.trimmed.firstWord
    switch name {
    case "open": self = .open(try Self.path(rest, of: name))
    case "replace": self = .replace(try Self.path(rest, of: name))
    case "pop": self = .pop(try Self.number(rest, of: name, from: 1, otherwise: 1))
    case "go":
      let meaning = "how many entries forward, or back below 0"
      self = .go(try Self.number(rest, of: name, from: .min, meaning))
    case "scene": self = .scene(try Self.text(rest, of: name, "the key of a scene"))
    case "close": self = .close(try Self.text(rest, of: name, "the key of a scene"))
    case "reopen": self = .reopen(try Self.text(rest, of: name, "the key of a scene"))
    case "recent": self = .recent(try Self.number(rest, of: name, from: 0, otherwise: 10))
    case "visits": self = .visits(try Self.number(rest, of: name, from: 0, otherwise: 10))
    case "frecent": self = .frecent(try Self.number(rest, of: name, from: 0, otherwise: 10))
    case "search": self = .search(try Self.text(rest, of: name, "a text"))
    case "visit":
      let meaning = "which line of \"visits\", from 1"
      self = .visit(try Self.number(rest, of: name, from: 1, meaning))
    case "forget": self = .forget(try Self.path(rest, of: name))
    default:
      guard let command = Self.bare[name] else {
        throw Failure("There is no command \"\(name)\"; \"help\" lists them.")
      }
      guard rest.isEmpty else { throw Failure("\"\(name)\" stands alone.") }
      self = command
    }
  }

  /// Those that take nothing.
  private static let bare: [String: Command] = [
    "root": .root, "back": .back, "forward": .forward, "scenes": .scenes, "stack": .stack,
    "list": .list, "tree": .tree, "clear": .clear, "closed": .closed, "crash": .crash,
    "help": .help, "quit": .quit,
  ]

  private static func text(
    _ text: String, of name: String, _ meaning: String
  ) throws(Failure) -> String {
    guard !text.isEmpty else { throw Failure("\"\(name)\" needs \(meaning).") }
    return text
  }

  private static func path(_ text: String, of name: String) throws(Failure) -> String {
    // NB: as bytes. A "/" with a combining mark after it is another Character.
    guard text.utf8.first == UInt8(ascii: "/") else {
      throw Failure("\"\(name)\" needs a path, which begins with \"/\".")
    }
    return text
  }

  /// The number in `text`; if that is empty, `default`, or an error that says its `meaning`.
  private static func number(
    _ text: String, of name: String, from least: Int, otherwise default: Int? = nil,
    _ meaning: String = ""
  ) throws(Failure) -> Int {
    if text.isEmpty {
      guard let `default` else { throw Failure("\"\(name)\" needs a number: \(meaning).") }
      return `default`
    }
    guard let number = Int(text) else {
      throw Failure("\"\(name)\" takes a number, which \"\(text)\" is not.")
    }
    guard number >= least else {
      throw Failure("\"\(name)\" takes a number from \(least) up.")
    }
    return number
  }
}

extension Command {
  static let overview = """
    Commands, typed or from a pipe:
      open PATH      push a screen; a path is any text that begins with "/"
      replace PATH   put a screen in the place of the top one
      pop [N]        take the top screen off, or N of them
      root           pop to the root screen
      back, forward  move in the back/forward list
      go N           move N entries forward in it, or back where N is below 0
      scene KEY      switch to another scene; the program starts in "main"
      scenes         all scenes
      close KEY      close another scene
      closed         the scenes that are closed, the last one first
      reopen KEY     open one of them again, and switch to it
      stack          the screens of this scene, bottom first
      list           its back/forward list
      tree           its visits as a tree, branches that were left included
      recent [N]     distinct screens of all scenes, the one visited last first
      frecent [N]    the ones visited most, each visit counting half as much after a month
      search TEXT    screens with every word of TEXT somewhere in their path
      visits [N]     every visit, newest first
      visit N        open line N of "visits" again, with the stack it was on
      forget PATH    forget a screen and erase it from the file
      clear          forget everything that was visited, and erase it
      crash          SIGKILL to itself
      help           this
      quit           leave; so does the end of input

    """
}

extension String {
  /// Without the white space at both ends. By scalars, so that no letter is mistaken for one that
  /// it forms together with the next.
  var trimmed: String {
    let scalars = unicodeScalars.drop(while: \.properties.isWhitespace)
    guard let last = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(scalars[...last])
  }

  /// What stands before the first white space, and what comes after it.
  fileprivate var firstWord: (name: String, rest: String) {
    let name = unicodeScalars.prefix { !$0.properties.isWhitespace }
    return (String(name), String(unicodeScalars[name.endIndex...]).trimmed)
  }
}
