import NavStorePlatform

/// Reads lines of a terminal, with editing, history and completion.
///
/// The terminal is in raw mode only while a line is edited. A program that ends between two lines
/// therefore leaves the terminal in its normal mode.
struct LineReader {
  /// The lines that were typed in this run, oldest first. They are kept in memory only, because a
  /// user who types "forget /a" must not find that line in a file.
  private var history: [String] = []
  private let terminal: Terminal

  init(terminal: Terminal) {
    self.terminal = terminal
  }

  /// Reads the next line; `nil` at the end of the input.
  mutating func line(
    prompt: String, completions: @escaping (String) -> [String] = { _ in [] }
  ) -> String? {
    var before = termios()
    // A terminal without line editing delivers whole lines, so `readLine` is enough.
    guard terminal.canEdit, tcgetattr(0, &before) == 0 else {
      StandardStream.output.put(prompt)
      return readLine()
    }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL)
    tcsetattr(0, TCSADRAIN, &raw)
    defer { tcsetattr(0, TCSADRAIN, &before) }

    var editor = LineEditor(history: history, completions: completions)
    let keys = KeyReader {
      var byte: UInt8 = 0
      while true {
        let count = read(0, &byte, 1)
        if count == 1 { return byte }
        if count < 0 && errno == EINTR { continue }
        return nil
      }
    }
    draw(editor, prompt)
    while true {
      guard let key = keys.key() else { continue }
      switch editor.press(key) {
      case .edited: break
      case .line(let line):
        StandardStream.output.put("\r\n")
        if !line.trimmed.isEmpty, history.last != line { history.append(line) }
        return line
      case .end:
        StandardStream.output.put("\r\n")
        return nil
      case .clearScreen: StandardStream.output.put("\u{1B}[H\u{1B}[2J")
      case .choices(let choices):
        let words = choices.map { $0.split(separator: " ").last.map(String.init) ?? $0 }
        StandardStream.output.put("\r\n" + terminal.dim(words.joined(separator: "  ")) + "\r\n")
      }
      draw(editor, prompt)
    }
  }

  /// Asks a question and reads the answer, which is not added to the history of lines.
  func ask(_ question: String) -> String? {
    var reader = LineReader(terminal: terminal)
    return reader.line(prompt: question)
  }

  /// Draws the line on one row. If the line is too long for a row, draws the part around the
  /// cursor.
  private func draw(_ editor: LineEditor, _ prompt: String) {
    let room = max(8, (terminal.columns ?? 80) - prompt.count - 1)
    let start = max(0, editor.cursor - room)
    let shown = String(editor.text[start..<min(editor.text.count, start + room)]).printable
    let column = prompt.count + String(editor.text[start..<editor.cursor]).printable.count
    StandardStream.output.put(
      "\r" + terminal.bold(prompt) + shown + "\u{1B}[K\r"
        + (column > 0 ? "\u{1B}[\(column)C" : ""))
  }
}
