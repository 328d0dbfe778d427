import NavRouting

/// The routes of the app. The names of the cases are stored, so a renamed case must be declared in
/// the coding (``NavStore/NavCoding``).
enum ReaderRoute: NavRoute {
  case article(id: Article.ID)

  /// The article of the route; `nil` if the article is no longer in a feed.
  var article: Article? {
    switch self {
    case .article(let id): Library.shared[id]
    }
  }
}
