import Foundation

/// An article. The route of an article contains only the id, and ``Library`` has the article
/// itself.
struct Article: Identifiable, Equatable, Sendable {
  let id: String
  let title: String
  let feed: String
  let paragraphs: [String]

  /// The reading time at 200 words a minute, rounded up.
  var minutes: Int {
    paragraphs.reduce(199) { $0 + $1.split(separator: " ").count } / 200
  }
}

/// A feed and its articles.
struct Feed: Sendable {
  let title: String
  let articles: [Article]

  /// Creates a feed from its text, which is a line with the title and then the articles. An article
  /// begins with a line `== id | title`, and empty lines separate its paragraphs.
  init(text: String) {
    let parts = text.components(separatedBy: "\n== ")
    let title = parts[0].trimmingCharacters(in: .whitespacesAndNewlines)
    self.title = title
    articles = parts.dropFirst().map { part in
      let paragraphs = part.components(separatedBy: "\n\n")
        .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      let head = paragraphs[0].components(separatedBy: " | ")
      return Article(
        id: head[0], title: head[head.count - 1], feed: title,
        paragraphs: paragraphs.dropFirst().map { $0.replacingOccurrences(of: "\n", with: " ") })
    }
  }
}

/// The feeds of the app, which are files in its bundle. A real feed reader loads feeds from
/// servers.
struct Library: Sendable {
  static let shared = Library()

  let feeds: [Feed]
  private let articles: [Article.ID: Article]

  private init() {
    let files = Bundle.module.urls(forResourcesWithExtension: "txt", subdirectory: "Feeds") ?? []
    feeds = files.map { $0 as URL }.sorted { $0.lastPathComponent < $1.lastPathComponent }
      .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
      .map(Feed.init(text:))
    articles = Dictionary(uniqueKeysWithValues: feeds.flatMap(\.articles).map { ($0.id, $0) })
  }

  subscript(_ id: Article.ID) -> Article? { articles[id] }
}
