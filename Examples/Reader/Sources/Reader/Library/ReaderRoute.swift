import NavRouting

/// The places of the app. The names of the cases are stored, so a case that is renamed must be
/// declared in the coding (``NavStore/NavCoding``).
enum ReaderRoute: NavRoute {
  case article(id: Article.ID)

  /// The article, or `nil` if it is no longer in its feed.
  var article: Article? {
    switch self {
    case .article(let id): Library.shared[id]
    }
  }
}
