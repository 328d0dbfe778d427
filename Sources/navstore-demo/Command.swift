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
  case crash
  case help
  case quit
}

extension Command {
  /// Reads a line; white space around it does not count.
  init(_ line: String) throws(CommandError) {
    let (name, rest) = line.trimmed.firstWord
    switch name {
    case "open": self = .open(try Self.path(rest, of: name))
    case "replace": self = .replace(try Self.path(rest, of: name))
    case "pop": self = .pop(try Self.number(rest, of: name, from: 1) ?? 1)
    case "go":
      guard let offset = try Self.number(rest, of: name, from: .min) else {
        throw CommandError("\"go\" needs a number: how many entries forward, or back below 0.")
      }
      self = .go(offset)
    case "scene":
      guard !rest.isEmpty else { throw CommandError("\"scene\" needs the key of a scene.") }
      self = .scene(rest)
    case "recent": self = .recent(try Self.number(rest, of: name, from: 0) ?? 10)
    case "visits": self = .visits(try Self.number(rest, of: name, from: 0) ?? 10)
    default:
      guard let command = Self.bare[name] else {
        throw CommandError("There is no command \"\(name)\"; \"help\" lists them.")
      }
      guard rest.isEmpty else { throw CommandError("\"\(name)\" stands alone.") }
      self = command
    }
  }

  /// Those that take nothing.
  private static let bare: [String: Command] = [
    "root": .root, "back": .back, "forward": .forward, "scenes": .scenes, "stack": .stack,
    "list": .list, "crash": .crash, "help": .help, "quit": .quit,
  ]

  private static func path(_ text: String, of name: String) throws(CommandError) -> String {
    // NB: as bytes. A "/" with a combining mark after it is another Character.
    guard text.utf8.first == UInt8(ascii: "/") else {
      throw CommandError("\"\(name)\" needs a path, which begins with \"/\".")
    }
    return text
  }

  /// The number in `text`; nil where it is empty.
  private static func number(
    _ text: String, of name: String, from least: Int
  ) throws(CommandError) -> Int? {
    if text.isEmpty { return nil }
    guard let number = Int(text) else {
      throw CommandError("\"\(name)\" takes a number, which \"\(text)\" is not.")
    }
    guard number >= least else {
      throw CommandError("\"\(name)\" takes a number from \(least) up.")
    }
    return number
  }
}

/// A line that is not a command.
struct CommandError: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
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
      stack          the screens of this scene, bottom first
      list           its back/forward list
      recent [N]     distinct screens of all scenes, the one visited last first
      visits [N]     every visit, newest first
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
