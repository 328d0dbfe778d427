import GTKHelpers
import NavRouting
import Observation

/// The article that the user has selected.
@MainActor
@Observable
final class Selection {
  var article: Article.ID?

  /// The selection as a path for NavStore. The path has one route, or none if no article is
  /// selected.
  var path: [ReaderRoute] {
    get { article.map { [.article(id: $0)] } ?? [] }
    set {
      if case .article(let id)? = newValue.last { article = id } else { article = nil }
    }
  }
}

/// The selected article and the history of one account.
@MainActor
final class Reading {
  private let router: NavRouter<ReaderRoute>
  private let back: Action
  private let forward: Action
  private let navigation: NavWindow
  private let selection = Selection()
  private let view: WindowView
  private var following: [String: Task<Void, Never>] = [:]

  /// Restores the selected article of an account, and shows it in `view`.
  ///
  /// - Parameters:
  ///   - navigation: The NavStore window with the account.
  ///   - view: The widgets of the app's window.
  ///   - actions: The actions of the app's window. Its actions "back" and "forward" are replaced.
  init(_ navigation: NavWindow, in view: WindowView, _ actions: Actions) {
    self.navigation = navigation
    self.view = view
    let router = navigation.router(ReaderRoute.self)
    self.router = router
    back = actions.add("back") { router.back() }
    forward = actions.add("forward") { router.forward() }
    // Leaves the state without a selected article out of the back/forward list, so that Back never
    // leads to an empty window.
    router.backForwardListsRoot = false
    // Makes each selected article a new entry of the back/forward list. The article is not pushed
    // above the article that was selected before.
    router.mirror(as: .visit) { [selection] in
      selection.path
    } set: { [selection] in
      selection.path = $0
    }
    NavMainLoop.observe(self) { $0.show() }
    // Updates the sidebar when the articles in the history change. The lists of the feeds show the
    // titles of all articles that are not in the history in bold.
    follow(.recent(limit: 500), as: "recent") { [view] in view.sidebar.show(read: $0) }
  }

  /// Ends the updates of the lists. The window calls this function before it shows another account.
  func end() {
    for task in following.values { task.cancel() }
  }

  func open(_ article: Article.ID) {
    selection.article = article
  }

  /// The scroll position in the current article: the height above the visible part, as a fraction
  /// of the article's height. The position is a value of the item, so all visits of the article
  /// share it.
  var position: Double {
    get { router.value(named: "position", of: .item) ?? 0 }
    set { router.setValue(newValue, named: "position", of: .item) }
  }

  /// Shows the router's article. Within a turn, this article may differ from the selection, because
  /// the router and the selection are made equal at the end of the turn.
  private func show() {
    let article = router.path.last?.article
    if let article { router.setTitle(article.title, for: .article(id: article.id)) }
    back.setEnabled(router.backForward.canGoBack)
    forward.setEnabled(router.backForward.canGoForward)
    view.show(article, at: position)
    view.show(notice: router.problem?.message)
  }

  /// Lists the articles in the history whose titles contain all words of `text`. An empty text ends
  /// the search.
  func search(_ text: String) {
    following["search"]?.cancel()
    guard !text.isEmpty else { return view.sidebar.show(found: nil) }
    follow(.search(text), as: "search") { [view] in view.sidebar.show(found: $0) }
  }

  private func follow(
    _ query: NavItemQuery, as name: String, _ show: @escaping @MainActor ([Article]) -> Void
  ) {
    let history = navigation.history(of: ReaderRoute.self)
    following[name] = Task {
      for await items in history.updates(query) where !Task.isCancelled {
        show(items.compactMap(\.route.article))
      }
    }
  }

  /// Erases the account's history and the positions in its articles, and selects no article.
  func clearHistory() {
    selection.article = nil
    router.mirroredPathChanged()
    let history = navigation.history(of: ReaderRoute.self)
    Task { [view] in
      do throws(NavStore.Error) {
        try await history.erase(.all)
      } catch {
        view.show(notice: error.message)
      }
    }
  }
}
