import NavStorePlatform

/// A file of navigation sessions, one a line, in tab-separated columns. The second is the time of
/// the start, in seconds since 1970; the fourth is the path: articles separated by `;`, where `<`
/// is a click on Back.
///
/// The format is that of the Wikispeedia data set. Lines that begin with `#` and blank ones do not
/// count.
struct SessionFile: Equatable {
  let sessions: [[Step]]

  /// When each began; if its line does not say so, 1970.
  let starts: [Date]

  /// A navigation.
  enum Step: Equatable {
    case push(String)
    case pop
  }

  init(_ bytes: some Collection<UInt8>) throws(Failure) {
    var sessions: [[Step]] = []
    var starts: [Date] = []
    // NB: by bytes. To Swift, "\r\n" is one Character and no "\n".
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

  /// When a step happened. Lines say when a session began; we take a second for each step.
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
