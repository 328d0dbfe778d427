import NavStorePlatform

/// The properties of the program's input and output.
struct Terminal {
  /// Whether a user types the input. If so, the program prints a greeting and a prompt.
  var isInteractive = false
  var hasColours = false

  /// The largest width of a line; `nil` if the output is not a terminal.
  var columns: Int?

  /// Whether a line can be edited while the user types it.
  var canEdit: Bool { isInteractive && ProcessInfo.processInfo.environment["TERM"] != "dumb" }

  /// Whether the output is read by a tour, which is another run of this program: see ``Child``.
  var isSteered = false

  static var current: Terminal {
    guard StandardStream.input.isTerminal && StandardStream.output.isTerminal else {
      return Terminal()
    }
    return Terminal(
      isInteractive: true, hasColours: wantsColours, columns: StandardStream.output.columns ?? 80)
  }

  /// Returns a terminal for output that a tour shows in `columns` columns.
  static func steered(columns: Int) -> Terminal {
    Terminal(hasColours: wantsColours, columns: columns, isSteered: true)
  }

  private static var wantsColours: Bool {
    let environment = ProcessInfo.processInfo.environment
    // `NO_COLOR` turns colors off if it is set and not empty: https://no-color.org
    let refusesColours = environment["NO_COLOR"]?.isEmpty == false
    return !refusesColours && environment["TERM"] != "dumb"
  }

  func bold(_ text: String) -> String { styled(text, "1") }
  func dim(_ text: String) -> String { styled(text, "2") }
  func marked(_ text: String) -> String { styled(text, "1;36") }
  func alarming(_ text: String) -> String { styled(text, "31") }

  private func styled(_ text: String, _ code: String) -> String {
    hasColours ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// The three standard streams. They have no buffer, so that all output is written even if the
/// program kills itself right after it.
enum StandardStream: Int32 {
  case input = 0
  case output = 1
  case error = 2

  var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The width of the stream's window; `nil` if the stream is not a terminal.
  var columns: Int? {
    var size = winsize()
    // The type of `TIOCGWINSZ` differs between the C libraries.
    guard ioctl(rawValue, numericCast(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  func put(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(rawValue, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        // The reader of the stream has closed it, so an error can't be reported.
        return
      }
      bytes.removeFirst(count)
    }
  }
}

extension String {
  /// The text with control characters escaped, so that a path cannot control the terminal.
  var printable: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default:
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
