import NavRouting

/// An app of one scene whose screens are numbers, for the tests of the restore guard: it does the
/// steps that it is given, and one of its screens ends the process by a signal.
///
///     restore-crasher STORE [guard=off | guard=ATTEMPTS] [culprit=ID where=top|anywhere signal=SEGV]
///       STEP …
///
/// See ``Step``. Time passes, and the main loop turns, only by `advance`. With `read`, `turns`, `swaps` or
/// `claim` instead of a store it is another app: see ``Reader``, ``Turns``, ``Swaps`` and ``Claimer``.
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

/// A screen.
struct Screen: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Screen")
  let id: Int
}

/// An argument that means nothing.
struct Usage: Error {
  let argument: String
}

/// What the process does, in order.
enum Step {
  /// Makes a router on the stack of that name, restores it and shows its screens.
  case show(String)

  /// Asks for the session of the stack of that name, and shows nothing.
  case peek(String)

  /// Lets go of all routers, and asks for so many other stacks that the store does too.
  case drop

  case push(Int)
  case forward

  /// Erases all history, as a button of the screen on top does.
  case clear

  /// Seconds of life.
  case advance(Double)
  case confirm
  case suspend

  /// Prints what the router that was shown last shows.
  case report

  /// Ends in good order.
  case close

  /// Ends without a word.
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
