import GTKHelpers
import NavRouting
import Observation

/// The article that the user has selected.
@MainActor
@Observable
final class Selection {
  var article: Article.ID?

  /// The selection as a path of one article at most, for NavStore.
  var path: [ReaderRoute] {
    get { article.map { [.article(id: $0)] } ?? [] }
    set {
      if case .article(let id)? = newValue.last { article = id } else { article = nil }
    }
  }
}

/// The place and the history of one account.
@MainActor
final class Reading {
  private let router: NavRouter<ReaderRoute>
  private let back: Action
  private let forward: Action
  private let navigation: NavWindow
  private let selection = Selection()
  private let view: WindowView
  private var following: [String: Task<Void, Never>] = [:]

  /// Creates the place of a window, and shows it in `view`.
  ///
  /// - Parameter actions: The actions of the window. Back and Forward are replaced.
  init(_ navigation: NavWindow, in view: WindowView, _ actions: Actions) {
    self.navigation = navigation
    self.view = view
    let router = navigation.router(ReaderRoute.self)
    self.router = router
    back = actions.add("back") { router.back() }
    forward = actions.add("forward") { router.forward() }
    // Without a selection there is nothing to read, so Back doesn't lead there.
    router.backForwardListsRoot = false
    // Selecting an article is a new place, not a push on the article before.
    router.mirror(as: .visit) { [selection] in
      selection.path
    } set: { [selection] in
      selection.path = $0
    }
    NavMainLoop.observe(self) { $0.show() }
    // All articles that were read, for the marks in the list of feeds.
    follow(.recent(limit: 500), as: "recent") { [view] in view.sidebar.show(read: $0) }
  }

  /// Ends the updates, because another account is shown.
  func end() {
    for task in following.values { task.cancel() }
  }

  func open(_ article: Article.ID) {
    selection.article = article
  }

  /// The fraction of the current article above the visible part. It belongs to the article, so it
  /// is the same wherever and whenever the account opens the article.
  var position: Double {
    get { router.value(named: "position", of: .item) ?? 0 }
    set { router.setValue(newValue, named: "position", of: .item) }
  }

  /// Shows the article of the router, which may be another than the selection until the end of the turn.
  private func show() {
    let article = router.path.last?.article
    if let article { router.setTitle(article.title, for: .article(id: article.id)) }
    back.setEnabled(router.backForward.canGoBack)
    forward.setEnabled(router.backForward.canGoForward)
    view.show(article, at: position)
    view.show(notice: router.problem?.message)
  }

  /// Lists the articles that were read and whose titles have all words of `text`.
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

  /// Forgets the place, what was read, and where the user stopped.
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
