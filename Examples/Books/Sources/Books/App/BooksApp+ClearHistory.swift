import GTKHelpers
import NavRouting

extension BooksApp {
  func askToClearHistory(of window: BookWindow) {
    Confirmation.ask(
      "Clear history?",
      "What you have viewed is forgotten. Windows stay where they are, and forget how you got there.",
      action: "Clear History", over: window.view.window
    ) { [weak self] in self?.clearHistory(of: window.navigation.store) }
  }

  /// Starts a task that erases the history in the store's file, and returns immediately.
  private func clearHistory(of store: NavStore) {
    Task {
      var failure: NavStore.Error?
      do throws(NavStore.Error) {
        try await store.history(of: BookRoute.self, account: nil).erase(.all)
      } catch {
        failure = error
      }
      didClearHistory(of: store, failure)
    }
  }

  private func didClearHistory(of store: NavStore, _ failure: NavStore.Error?) {
    for window in windows where window.navigation.store === store {
      window.view.show(notice: failure?.message)
      window.recordAgain()
    }
  }
}
