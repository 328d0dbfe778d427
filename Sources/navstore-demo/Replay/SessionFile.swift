import NavStorePlatform

/// A file of navigation sessions, one per line, in tab-separated columns. The second column is the
/// time at which the session started, in seconds since 1970. The fourth is the path: articles
/// separated by `;`, where `<` is a click on Back.
///
/// The Wikispeedia data set has this format. Blank lines and lines that begin with `#` are skipped.
struct SessionFile: Equatable {
  let sessions: [[Step]]

  /// The time at which each session started; 1970 if the session's line has no time.
  let starts: [Date]

  /// A navigation of a session.
  enum Step: Equatable {
    case push(String)
    case pop
  }

  init(_ bytes: some Collection<UInt8>) throws(Failure) {
    var sessions: [[Step]] = []
    var starts: [Date] = []
    // Split bytes, because "\r\n" is one Character in Swift, and so contains no "\n".
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      guard !text.trimmed.isEmpty, !text.hasPrefix("#") else { continue }
      let columns = text.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count > 3 else {
        throw Failure("Line \(index + 1) has no fourth column, where the path should be.")
      }
      starts.append(Date(timeIntervalSince1970: Double(Int32(columns[1]) ?? 0)))
      sessions.append(try Self.steps(of: String(columns[3]).trimmed, line: index + 1))
    }
    self.sessions = sessions
    self.starts = starts
  }

  /// Returns the time of a step: the start of its session plus one second for each step before it.
  func time(of step: Int, in session: Int) -> Date {
    starts[session].addingTimeInterval(Double(step))
  }

  init(contentsOf path: String) throws(Failure) {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw Failure("The file \(path.printable) cannot be read.")
    }
    try self.init(data)
  }

  private static func steps(of path: String, line: Int) throws(Failure) -> [Step] {
    var steps: [Step] = []
    for name in path.split(separator: ";", omittingEmptySubsequences: false) {
      guard !name.isEmpty else { throw Failure("Line \(line) has an article without a name.") }
      steps.append(name == "<" ? .pop : .push("/" + name))
    }
    return steps
  }
}
