import CGTK
import GTKHelpers

extension BooksApp {
  func addActions() {
    let actions = Actions(owner: gtk.opaque)
    actions.add("new-window") { [unowned self] in openWindow() }
    actions.add("new-private-window") { [unowned self] in openPrivateWindow() }
    actions.add("reopen-window") { [unowned self] in reopenWindow() }
    actions.add("quit") { [unowned self] in quit() }
    for (action, keys) in Self.keys { setKeys(keys, of: action, in: gtk) }
  }

  private static let keys: [String: [String]] = [
    "win.back": ["<Alt>Left", "Back"],
    "win.forward": ["<Alt>Right", "Forward"],
    "win.shelves": ["<Alt>Home"],
    "win.find": ["<Control>f"],
    "win.sidebar": ["F9"],
    "win.close": ["<Control>w"],
    "win.clear-history": ["<Control><Shift>Delete"],
    "app.new-window": ["<Control>n"],
    "app.new-private-window": ["<Control><Shift>n"],
    "app.reopen-window": ["<Control><Shift>t"],
    "app.quit": ["<Control>q"],
  ]
}
