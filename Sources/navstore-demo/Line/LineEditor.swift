/// A line that is being edited: its text, the cursor and the earlier lines. It does no input or
/// output: ``press(_:)`` takes a key and returns an outcome.
struct LineEditor {
  enum Key: Equatable {
    case text(Character)
    case enter, backspace, delete, tab
    case left, right, up, down, home, end
    case eraseToStart, eraseToEnd, eraseWord
    case clearScreen, interrupt, endOfInput
  }

  enum Outcome: Equatable {
    case edited

    /// The user has pressed Return. The value is the text of the line.
    case line(String)

    /// The user has ended the input.
    case end
    case clearScreen

    /// Several texts can complete the line.
    case choices([String])
  }

  private(set) var text: [Character] = []

  /// The index in `text` at which the next character is inserted.
  private(set) var cursor = 0

  /// The lines that were typed before, oldest first, and the line that is being edited as the last.
  private var lines: [[Character]]
  private var place: Int

  /// Returns the texts to which the text before the cursor can be completed. Each begins with that
  /// text.
  private let completions: (String) -> [String]

  init(history: [String], completions: @escaping (String) -> [String] = { _ in [] }) {
    lines = history.map(Array.init) + [[]]
    place = lines.count - 1
    self.completions = completions
  }

  mutating func press(_ key: Key) -> Outcome {
    switch key {
    case .text(let character):
      text.insert(character, at: cursor)
      cursor += 1
    case .enter: return .line(String(text))
    case .interrupt:
      if text.isEmpty { return .end }
      (text, cursor) = ([], 0)
    case .endOfInput:
      if text.isEmpty { return .end }
      erase(cursor..<min(cursor + 1, text.count))
    case .backspace: erase(max(0, cursor - 1)..<cursor)
    case .delete: erase(cursor..<min(cursor + 1, text.count))
    case .eraseToStart: erase(0..<cursor)
    case .eraseToEnd: erase(cursor..<text.count)
    case .eraseWord:
      let word = text[..<cursor].lastIndex { !$0.isWhitespace } ?? 0
      let space = text[..<word].lastIndex(where: \.isWhitespace)
      erase((space.map { $0 + 1 } ?? 0)..<cursor)
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(text.count, cursor + 1)
    case .home: cursor = 0
    case .end: cursor = text.count
    case .up: go(to: place - 1)
    case .down: go(to: place + 1)
    case .clearScreen: return .clearScreen
    case .tab: return complete()
    }
    return .edited
  }

  private mutating func erase(_ range: Range<Int>) {
    text.removeSubrange(range)
    cursor = range.lowerBound
  }

  private mutating func go(to new: Int) {
    guard lines.indices.contains(new) else { return }
    lines[place] = text
    place = new
    text = lines[new]
    cursor = text.count
  }

  /// Inserts the text that all completions have in common.
  private mutating func complete() -> Outcome {
    let start = String(text[..<cursor])
    let found = completions(start).filter { $0.hasPrefix(start) }
    guard var common = found.first else { return .edited }
    for other in found.dropFirst() {
      common = String(zip(common, other).prefix { $0 == $1 }.map(\.0))
    }
    let addition = Array(common)[cursor...]
    text.insert(contentsOf: addition, at: cursor)
    cursor += addition.count
    return found.count > 1 && addition.isEmpty ? .choices(found) : .edited
  }
}
