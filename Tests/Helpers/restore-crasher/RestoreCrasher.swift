import NavRouting

/// An app with one scene whose screens are numbers, for the tests of the crash guard. It performs
/// the steps of its arguments, and the screen `culprit` ends the process with a signal.
///
///     restore-crasher STORE [guard=off | guard=ATTEMPTS] [culprit=ID where=top|anywhere signal=SEGV]
///       STEP …
///
/// ``Step`` has the steps. The app's clock advances, and its main loop runs, only in the step
/// `advance`. If the first argument is `read`, `turns`, `swaps` or `claim`, the process runs
/// ``Reader``, ``Turns``, ``Swaps`` or ``Claimer`` instead.
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

/// The error that an argument of the process is invalid.
struct Usage: Error {
  let argument: String
}

/// A step of the app, which is an argument of the process such as `push:7`.
enum Step {
  /// Makes a router for the stack with this name, which restores the stack, and shows its screens.
  case show(String)

  /// Makes a session for the stack with this name, and shows none of its screens.
  case peek(String)

  /// Releases all routers. Then restores 16 other stacks, so that the store also releases its
  /// copies of the routers' stacks.
  case drop

  case push(Int)
  case forward

  /// Erases the whole history while the app shows the stack, as a button on the top screen would.
  case clear

  /// Advances the app's clock by a number of seconds, and runs its main loop and due timers.
  case advance(Double)
  case confirm
  case suspend

  /// Prints the path, the back/forward list and the skipped reason of the newest router as JSON.
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
