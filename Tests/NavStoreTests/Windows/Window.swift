import Testing

@testable import NavStore

extension NavStore.WindowHistory {
  var canGoBack: Bool { canGo(by: -1) }
  var canGoForward: Bool { canGo(by: 1) }
}

extension NavStore.Session {
  var canGoBack: Bool { canGo(by: -1) }
  var canGoForward: Bool { canGo(by: 1) }
}

/// A window with stacks of pages and a back/forward list for all of them, as in one launch of an
/// app.
final class Window {
  let store: NavStore
  let scene: String
  let list: NavStore.WindowHistory
  private var sessions: [String: NavStore.Session<Page>] = [:]

  init(_ store: NavStore, scene: String = "main", selecting stack: String = "a") throws {
    self.store = store
    self.scene = scene
    list = try store.window(in: scene, selecting: stack)
  }

  /// Returns the session of a stack. The first call makes the session.
  func session(_ stack: String) throws -> NavStore.Session<Page> {
    if let session = sessions[stack] { return session }
    let session = try store.session(of: Page.self, in: scene, stack: stack)
    sessions[stack] = session
    return session
  }

  /// The entries of the window's list, with the current entry in brackets: `a· a1 [b·]`. An entry
  /// is the top page of a stack or, at a root screen, the stack's name and `·`. Pages are named
  /// after their stacks.
  var listed: String {
    let menu = list.backForwardMenu
    return menu.entries.map { entry in
      let page = entry.itemKey.map {
        $0.split(separator: "\"").dropLast().last.map(String.init) ?? "?"
      }
      let name = entry.isRoot ? entry.stack + "·" : page ?? "?"
      return entry.index == menu.index ? "[\(name)]" : name
    }.joined(separator: " ")
  }
}
