import Foundation
import NavStore

/// Sessions of real people, where they are beside the package: they are not part of it, no licence
/// is stated for them. Lines of tab-separated columns: the second is when a session began, in
/// seconds since 1970, the fourth its path, where `;` is between articles and `<` is Back.
struct RealSessions {
  private let lines: [Substring]

  /// A screen of them.
  struct Article: NavRoute {
    let path: String
  }

  /// Nil where the file is missing.
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

  /// Navigates them all, a scene for each, and says how many bytes the file then has for each
  /// visit. What the store needs of it later is done: nothing waits, and the log is empty.
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
      var path: [Article] = []
      for name in columns[3].split(separator: ";") {
        clock.now += 1
        if name == "<" {
          _ = path.popLast()
        } else {
          path.append(Article(path: "/\(name)"))
          visits += 1
        }
        try store.save(path, in: "r\(index + 1)")
      }
    }
    try await store.close()
    let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int
    return Double(size ?? 0) / Double(max(1, visits))
  }
}
