/// What the demo shows after a command: a stack that grows and shrinks by one screen, its list and
/// the current entry.
struct DemoModel: Equatable {
  private(set) var entries = ["/"]
  private(set) var index = 0

  /// Every entry but the root screen stands on the one before it.
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

  /// A command that changes something, and never makes the list longer than it may be.
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
