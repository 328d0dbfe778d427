import NavStore
import NavStorePlatform

/// What there is to say after a command: where one is, and what the command asked for.
struct Report {
  /// The line as it was given, or `restore`.
  let command: String

  /// False if nothing could be done, or something went wrong.
  var isOK: Bool { refusal == nil && error == nil }

  let scene: String

  /// Paths, bottom first; empty is the root screen.
  let stack: [String]

  /// The back/forward list, each entry by the path of its top screen.
  let entries: [String]

  /// The current one of `entries`.
  let index: Int

  var detail = Detail.none

  /// Why there was nothing to do. Not an error.
  var refusal: String?
  var error: String?

  /// What the command asked for beyond where one is.
  enum Detail {
    case none
    case restored(Restored, recents: [Row])
    case stack
    case list
    case help

    /// What can be opened from here, each with its title.
    case places([(path: String, title: String)])
    case forgotten(visits: Int)

    /// `key` is what scripts find them by.
    case rows(
      [Row], key: String = "items", isNumbered: Bool = false, ifNone: String = "nothing yet")
    case tree([Row])
  }

  /// What restoring a stack came to.
  struct Restored {
    let savedAt: Date?

    /// How many screens could not be restored.
    let lossCount: Int

    /// Whether the root screen was chosen instead; the old stack is one Forward away.
    var isSetAside = false

    /// Where the store is, for the greeting; nil for a scene that one switches to.
    var storePath: String?
  }

  /// A line of a table: an item, a visit, a scene.
  struct Row {
    /// A path, or the key of a scene.
    let name: String

    /// What scripts get of it.
    private(set) var members: [(key: String, value: JSONValue)]

    /// What people get of it, besides.
    let facts: [String]

    /// Whether one is there now.
    var isCurrent = false

    /// In a tree: for each visit of its stack, the bottom one first, whether it is the last of those
    /// that stand where it stands.
    var isLast: [Bool] = []
  }
}

extension Report.Row {
  /// A line of `recent` or `visits`.
  ///
  /// - Parameters:
  ///   - visits: How many visits the item has; 1 for a visit.
  ///   - depth: How deep the stack was on which it was visited (last).
  ///   - scene: Where a visit took place.
  ///   - score: What frecency counts.
  ///   - title: What the screen is called, if it has a title.
  ///   - number: The number of a visit, as the command `visit` takes it.
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

  /// A line of `tree`; `visitedAt` is nil for a visit that was covered from the start.
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

  /// A line of `closed`; `path` is the screen on top, "/" for the root screen.
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

  /// Milliseconds since 1970.
  private static func json(_ time: Date) -> JSONValue {
    .integer(Int((time.timeIntervalSince1970 * 1_000).rounded()))
  }

  /// A line of `scenes`.
  init(scene key: String, isOpen: Bool, depth: Int, savedAt: Date?, isCurrent: Bool) {
    name = key
    members = [("key", .string(key)), ("open", .bool(isOpen)), ("depth", .integer(depth))]
    let saved = savedAt.map { "saved \($0.ago(at: Date()))" } ?? "not saved yet"
    facts = ["depth \(depth)", saved] + (isOpen ? [] : ["closed"])
    self.isCurrent = isCurrent
  }
}

extension NavStore.BackForward<Screen>.Entry {
  /// How the demo names an entry. A screen's path begins with "/", so "?" is none.
  var name: String {
    isReadable ? route?.path ?? "/" : "?"
  }
}
