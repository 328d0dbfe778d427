/// The expected state of the demo after a command: a stack, its list and the index of the current
/// entry. Each command adds or removes one screen.
struct DemoModel: Equatable {
  private(set) var entries = ["/"]
  private(set) var index = 0

  /// The stack. The stack of each entry has one screen more than the stack of the entry before it.
  var stack: [String] { Array(entries[1..<(index + 1)]) }

  enum Command: Equatable {
    case open(String), pop, back, forward

    var line: String {
      switch self {
      case .open(let path): "open \(path)"
      case .pop: "pop"
      case .back: "back"
      case .forward: "forward"
      }
    }
  }

  /// Returns a random command that changes the state and keeps the list below its limit of entries.
  func command(_ number: Int, using random: inout some RandomNumberGenerator) -> Command {
    var commands: [Command] = [.open("/\(number)"), .open("/\(number)")]
    if index > 0 { commands += [.pop, .back] }
    if index + 1 < entries.count { commands.append(.forward) }
    if index > 30 { commands = [.pop, .back] }
    return commands.randomElement(using: &random) ?? .pop
  }

  mutating func apply(_ command: Command) {
    switch command {
    case .open(let path):
      entries.removeSubrange((index + 1)...)
      entries.append(path)
      index += 1
    case .pop, .back: index -= 1
    case .forward: index += 1
    }
  }

  init() {}

  init(_ line: DemoRun.Line) {
    entries = line.entries
    index = line.index
  }
}
