import NavRouting

/// An app with one scene whose screens are numbers, for the tests of the restore guard. It performs
/// the given steps, and one of its screens ends the process with a signal.
///
///     restore-crasher STORE [guard=off | guard=ATTEMPTS] [culprit=ID where=top|anywhere signal=SEGV]
///       STEP …
///
/// See ``Step``. Time passes, and the main loop runs, only during `advance`. With `read`, `turns`,
/// `swaps` or `claim` instead of a store, it is another app: see ``Reader``, ``Turns``, ``Swaps``
/// and ``Claimer``.
@main
@MainActor
struct RestoreCrasher {
  static func main() async throws {
    var arguments = CommandLine.arguments.dropFirst()
    guard let path = arguments.popFirst() else { throw Usage(argument: "") }
    if path == "read" { return try await Reader(arguments).run() }
    if path == "claim" { return try await Claimer(arguments).run() }
    if path == "turns" { return try await Turns(arguments).run() }
    if path == "swaps" {
      var swaps = try Swaps(arguments)
      return try await swaps.run()
    }
    var app = App(path: path)
    while let setting = arguments.first, try app.set(setting) { arguments.removeFirst() }
    let steps = try arguments.map(Step.init)
    try await app.run(steps)
  }
}

struct Screen: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Screen")
  let id: Int
}

/// An invalid argument.
struct Usage: Error {
  let argument: String
}

/// A step of the process.
enum Step {
  /// Makes a router for the stack with that name, restores the stack and shows its screens.
  case show(String)

  /// Gets the session of the stack with that name and shows nothing.
  case peek(String)

  /// Releases all routers, and restores so many other stacks that the store releases its own
  /// copies, too.
  case drop

  case push(Int)
  case forward

  /// Erases all history, as a button on the top screen would.
  case clear

  /// Advances the time by seconds.
  case advance(Double)
  case confirm
  case suspend

  /// Prints the state of the last router.
  case report

  /// Closes the store.
  case close

  /// Kills the process.
  case kill

  init(_ argument: String) throws {
    let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
    let value = parts.count > 1 ? parts[1] : ""
    switch (parts.first, Int(value)) {
    case ("show", _): self = .show(value)
    case ("peek", _): self = .peek(value)
    case ("drop", _): self = .drop
    case ("push", let id?): self = .push(id)
    case ("forward", _): self = .forward
    case ("clear", _): self = .clear
    case ("advance", let seconds?): self = .advance(Double(seconds))
    case ("confirm", _): self = .confirm
    case ("suspend", _): self = .suspend
    case ("report", _): self = .report
    case ("close", _): self = .close
    case ("kill", _): self = .kill
    default: throw Usage(argument: argument)
    }
  }
}
