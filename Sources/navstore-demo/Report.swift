import NavStore
import NavStorePlatform

/// The report after a command: the current stack, and the result of the command.
struct Report {
  /// The command line as the user typed it, or `restore` for the report at the start of the
  /// program.
  let command: String

  /// Whether the command did something and nothing failed.
  var isOK: Bool { refusal == nil && error == nil }

  let scene: String

  /// The paths of the stack, bottom first; empty at the root screen.
  let stack: [String]

  /// The back/forward list, each entry by the path of its top screen.
  let entries: [String]

  /// The index of the current entry in `entries`.
  let index: Int

  var detail = Detail.none

  /// The reason that the command had nothing to do, which is not an error; `nil` if it did
  /// something.
  var refusal: String?
  var error: String?

  /// The result of a command, in addition to the current stack.
  enum Detail {
    case none
    case restored(Restored, recents: [Row])
    case stack
    case list
    case help

    /// The places that can be opened from the current screen, each with its title.
    case places([(path: String, title: String)])
    case forgotten(visits: Int)

    /// The rows of a table. `key` is the name of the JSON member that contains the rows.
    case rows(
      [Row], key: String = "items", isNumbered: Bool = false, ifNone: String = "nothing yet")
    case tree([Row])
  }

  /// The result of restoring a stack.
  struct Restored {
    let savedAt: Date?

    /// The number of screens that could not be restored.
    let failureCount: Int

    /// Whether the saved stack is skipped and the app starts at the root screen. The command
    /// `forward` leads to the skipped stack.
    var isSkipped = false

    /// The path of the store, for the greeting; `nil` when the user switches to a scene.
    var storePath: String?
  }

  /// A line of a table: an item, a visit, a scene.
  struct Row {
    /// A path, or the key of a scene.
    let name: String

    /// The JSON members of the row, for scripts.
    private(set) var members: [(key: String, value: JSONValue)]

    /// The facts after the name, in the output for people.
    let facts: [String]

    /// Whether this row is the current scene, or the visit on top of the scene's stack.
    var isCurrent = false

    /// In a tree, one value for each visit of the row's stack, the bottom one first. The value is
    /// whether that visit is the last child of its parent.
    var isLast: [Bool] = []
  }
}

extension Report.Row {
  /// Creates a line of the commands `recent` and `visits`.
  ///
  /// - Parameters:
  ///   - visits: The number of visits of the item; 1 if the line is a single visit.
  ///   - depth: The depth of the stack at the visit, or at the last visit of the item.
  ///   - scene: The scene of a visit.
  ///   - score: The frecency of an item.
  ///   - title: The title of the screen, if it has one.
  ///   - number: The line number of a visit, for the commands `visit` and `branch`.
  init(
    path: String, visits: Int, depth: Int, visitedAt: Date, scene: String? = nil,
    score: Double? = nil, title: String? = nil, number: Int? = nil, now: Date = Date()
  ) {
    name = path
    members = [("path", .string(path)), ("visits", .integer(visits)), ("depth", .integer(depth))]
    if let number { members.insert(("number", .integer(number)), at: 0) }
    if let title { members.append(("title", .string(title))) }
    members.append(("time", Self.json(visitedAt)))
    let place = scene.map { "in \($0.printable)" } ?? TextVoice.count(visits, "visit")
    facts =
      (score.map { ["score \($0.toOneDecimal)"] } ?? [])
      + [place, "depth \(depth)", visitedAt.ago(at: now)]
  }

  /// Creates a line of the command `tree`. `visitedAt` is `nil` for a visit that was always
  /// covered.
  init(
    path: String, depth: Int, isLast: [Bool], isCurrent: Bool, visitedAt: Date?,
    title: String? = nil, now: Date = Date()
  ) {
    name = path
    members = [
      ("path", .string(path)), ("visits", .integer(visitedAt == nil ? 0 : 1)),
      ("depth", .integer(depth)), ("current", .bool(isCurrent)),
    ]
    if let title { members.append(("title", .string(title))) }
    if let visitedAt { members.append(("time", Self.json(visitedAt))) }
    facts = [visitedAt?.ago(at: now) ?? "not seen"]
    self.isCurrent = isCurrent
    self.isLast = isLast
  }

  /// Creates a line of the command `closed`. `path` is the screen on top of the closed scene's
  /// stack, "/" for the root screen.
  init(
    closed key: String, path: String, depth: Int, visits: Int, at time: Date, now: Date = Date()
  ) {
    name = key
    members = [
      ("key", .string(key)), ("path", .string(path)), ("visits", .integer(visits)),
      ("depth", .integer(depth)), ("time", Self.json(time)),
    ]
    facts = [
      "on \(path.printable)", "depth \(depth)", TextVoice.count(visits, "visit"),
      "closed \(time.ago(at: now))",
    ]
  }

  /// Returns the time as milliseconds since 1970.
  private static func json(_ time: Date) -> JSONValue {
    .integer(Int((time.timeIntervalSince1970 * 1_000).rounded()))
  }

  /// Creates a line of the command `scenes`.
  init(scene key: String, isOpen: Bool, depth: Int, savedAt: Date?, isCurrent: Bool) {
    name = key
    members = [("key", .string(key)), ("open", .bool(isOpen)), ("depth", .integer(depth))]
    let saved = savedAt.map { "saved \($0.ago(at: Date()))" } ?? "not saved yet"
    facts = ["depth \(depth)", saved] + (isOpen ? [] : ["closed"])
    self.isCurrent = isCurrent
  }
}

extension NavStore.BackForward<Screen>.Entry {
  /// The name of an entry in the demo; "?" if the entry cannot be read. No screen has the name "?",
  /// because a screen's path begins with "/".
  var name: String {
    isReadable ? route?.path ?? "/" : "?"
  }
}
