import Foundation
import NavStore

/// Recorded sessions of people in Wikispeedia. Their file is outside the package, because no
/// license is stated for it.
///
/// A line of the file is a session, with columns that tabs separate. The second column is the start
/// of the session, in seconds since 1970. The fourth is its path, in which `;` separates articles
/// and `<` is Back.
struct RealSessions {
  private let lines: [Substring]

  /// The route of an article in a session.
  struct Article: NavRoute {
    let path: String
  }

  /// Reads the file with the sessions. Returns `nil` if the file is missing.
  init?() {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("shared/data/wikispeedia-sessions.tsv")
    guard let data = try? Data(contentsOf: file) else { return nil }
    lines = String(decoding: data, as: UTF8.self).split(separator: "\n").filter {
      !$0.hasPrefix("#")
    }
  }

  /// Repeats the navigations of all sessions in a store at `url`, each session in a scene of its
  /// own. Closes the store, which counts all visits and empties the WAL. Returns the size of the
  /// file divided by the number of visits.
  func bytesPerVisit(at url: URL) async throws -> Double {
    let clock = SettableClock()
    var configuration = NavStore.Configuration.unlimited
    configuration.clock = { clock.now }
    let store = try NavStore(url: url, configuration: configuration)
    var visits = 0
    for (index, line) in lines.enumerated() {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count > 3 else { continue }
      clock.now = Date(timeIntervalSince1970: Double(columns[1]) ?? 0)
      let session = try store.session(of: Article.self, in: "r\(index + 1)")
      for name in columns[3].split(separator: ";") {
        clock.now += 1
        if name == "<" {
          session.pop()
        } else {
          session.push(Article(path: "/\(name)"))
          visits += 1
        }
      }
      try await store.flush()
    }
    try await store.close()
    let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int
    return Double(size ?? 0) / Double(max(1, visits))
  }
}
