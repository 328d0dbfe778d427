import CGTK
import GTKHelpers
import NavRouting

/// The app's window. It restores its size and the account that it shows, and switches between
/// accounts.
@MainActor
final class ReaderWindow {
  let view: WindowView

  /// The NavStore window without an account. Its values, the size and the shown account, don't
  /// depend on an account.
  private let shared: NavWindow
  private var account: Account
  private var reading: Reading?

  init(in app: UnsafeMutablePointer<GtkApplication>, store: NavStore) {
    shared = NavWindow(scene: .main, store: store)
    account = shared.value(named: "account") ?? .home
    view = WindowView(in: app, account: account)
    view.window.windowSize =
      shared.value(named: "size") ?? WindowSize(width: 1_100, height: 760)
    view.window.onResize { [weak self] in self?.saveSize() }
    view.window.on("close-request") { [weak self] in self?.saveSize() }
    view.sidebar.onOpen = { [unowned self] in reading?.open($0) }
    view.sidebar.onSearch = { [unowned self] in reading?.search($0) }
    view.article.onScroll = { [unowned self] in reading?.position = $0 }
    view.onAccount = { [unowned self] in use($0) }
    addActions()
    use(account)
    present()
  }

  func present() {
    gtk_window_present(view.window.cast())
  }

  func saveSize() {
    let size = view.window.windowSize
    if shared.value(named: "size") != size { shared.setValue(size, named: "size") }
  }

  /// Shows an account, with its own article and history.
  private func use(_ account: Account) {
    self.account = account
    shared.setValue(account, named: "account")
    reading?.end()
    view.sidebar.search.clear()
    // Removes the article of the former account from the view. The view ignores a call with the
    // article that it already shows, but the accounts may have different positions in the article.
    view.show(nil, at: 0)
    let navigation = NavWindow(
      scene: shared.scene, account: account.rawValue, store: shared.store)
    reading = Reading(navigation, in: view, Actions(owner: view.window.opaque))
  }

  private func addActions() {
    let actions = Actions(owner: view.window.opaque)
    actions.add("find") { [view] in view.sidebar.search.focus() }
    actions.add("close") { [view] in gtk_window_close(view.window.cast()) }
    actions.add("clear-history") { [unowned self] in
      Confirmation.ask(
        "Clear history?",
        "The account “\(account.title)” forgets what you have read and where you stopped.",
        action: "Clear History", over: view.window
      ) { [weak self] in self?.reading?.clearHistory() }
    }
  }
}
