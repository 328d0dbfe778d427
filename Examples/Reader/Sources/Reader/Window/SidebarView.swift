import CGTK
import GTKHelpers

/// The part of the window with the search field, the articles of each feed, and the articles that
/// the user has opened.
@MainActor
final class SidebarView {
  private static let mostRecent = 3

  private(set) var widget = box(GTK_ORIENTATION_VERTICAL, classes: "sidebar")
  var onOpen: (Article.ID) -> Void = { _ in }

  /// Called with the search text after the user has changed it. The text is empty if the user has
  /// cleared the field.
  var onSearch: (String) -> Void = { _ in }
  private(set) lazy var search = SearchField("Search what you have read") { [unowned self] in
    onSearch($0)
  } onReturn: { [unowned self] in
    found.open(0)
  }
  private let feeds = Library.shared.feeds.map { RowList<Article.ID>(heading: $0.title) }
  private let recent = RowList<Article.ID>(heading: "Recently read", name: "recent")
  private let found = RowList<Article.ID>(heading: "Found in what you have read", name: "found")

  init() {
    let lists = box(GTK_ORIENTATION_VERTICAL)
    for list in feeds + [recent, found] {
      gtk_box_append(lists.cast(), list.widget)
      list.onOpen = { [unowned self] in onOpen($0) }
    }
    for (list, feed) in zip(feeds, Library.shared.feeds) { list.show(rows(feed.articles)) }
    for part in [search.widget, scroller(lists)] { gtk_box_append(widget.cast(), part) }
    gtk_widget_set_size_request(widget, 310, -1)
    show(found: nil)
  }

  private func rows(_ articles: some Sequence<Article>) -> [RowList<Article.ID>.Row] {
    articles.map { .init(id: $0.id, title: $0.title) }
  }

  /// Shows the titles of articles that the user has never opened in bold. Lists the articles that
  /// the user has opened last.
  ///
  /// - Parameter articles: The articles that the user has opened, the latest first.
  func show(read articles: [Article]) {
    let ids = Set(articles.map(\.id))
    for list in feeds { list.mark("unread") { !ids.contains($0) } }
    recent.show(rows(articles.prefix(Self.mostRecent)))
    updateVisibility(isSearching: !search.text.isEmpty)
  }

  /// Shows the articles that a search has found, in place of the feeds. `nil` shows the feeds.
  func show(found articles: [Article]?) {
    found.show(rows(articles ?? []))
    updateVisibility(isSearching: articles != nil)
  }

  private func updateVisibility(isSearching: Bool) {
    for list in feeds { gtk_widget_set_visible(list.widget, isSearching ? 0 : 1) }
    gtk_widget_set_visible(recent.widget, isSearching || recent.rows.isEmpty ? 0 : 1)
    gtk_widget_set_visible(found.widget, isSearching ? 1 : 0)
  }

  func select(_ article: Article?) {
    for list in feeds + [found] { list.mark("selected") { $0 == article?.id } }
  }
}
