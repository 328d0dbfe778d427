import NavStore
import Observation

/// The selection of a split view, and the stack of its detail column.
///
/// ```swift
/// struct Selection: Codable, Hashable { var mailbox: String?, message: Int? }
///
/// let split = window.split(startingAt: Selection(), of: MailRoute.self)
/// split.select(Selection(mailbox: "inbox", message: 1), path: [.attachment("a.pdf")])
/// ```
///
/// A window has one such object for each name:
/// ``NavWindow/split(startingAt:of:named:keepsDetails:expiresAfter:migratingFrom:migratingSelection:)``.
/// The selection and the detail's stack are restored together or not at all. If the selection is a
/// route, or an optional route, and that route is removed, the selection is set to the one passed
/// as `startingAt`. The visible columns, and the front column in a narrow window, are saved too.
@MainActor
public final class NavSplit<Selection: Hashable & Codable, Element: NavElement>: Observable {
  let context: WindowContext
  let name: String

  /// Whether each selection has its own detail stack. If not, a new selection starts at the root
  /// screen of the one detail stack.
  let keepsDetails: Bool
  let policy: NavStore.RestorePolicy<Element>
  let selected: WindowValue<Selection>
  let columns: WindowValue<NavColumnVisibility>
  let front: WindowValue<NavColumn>
  var current: (stack: String, router: NavRouter<Element>)?
  var hasSelected = false

  /// The saved selection if it was skipped with its stack; otherwise, `nil`.
  var skippedSelection: Selection?

  /// Creates the split view of a window. Reads nothing from the store.
  package init(
    _ first: Selection, in window: NavWindow, named name: String = "split",
    keepsDetails: Bool = false, policy: NavStore.RestorePolicy<Element> = .init(),
    migratingSelection: NavLegacyState<Selection>? = nil
  ) {
    var policy = policy
    // If each selection has its own stack, only one stack imports the path that the app saved
    // before it used this library.
    policy.legacy?.claimName = StoredNames.split(name)
    (context, self.name, self.keepsDetails) = (window.shared, name, keepsDetails)
    self.policy = policy
    selected = WindowValue(
      StoredNames.split(name, "selection"), first: first, adopting: migratingSelection,
      in: context)
    columns = WindowValue(StoredNames.split(name, "columns"), first: .automatic, in: context)
    front = WindowValue(StoredNames.split(name, "front"), first: .sidebar, in: context)
    selected.onChange = { [weak self] in self?.selectionChanged() }
  }

  /// The selection. Setting it has the effect of ``select(_:path:animated:)``.
  public var selection: Selection {
    get {
      selected.access()
      return currentSelection
    }
    set { select(newValue) }
  }

  /// Changes the selection and the path of its detail in one step.
  ///
  /// - Parameters:
  ///   - selection: The new selection.
  ///   - path: The path of the selection's detail. With `nil`, the detail shows the selection's own
  ///     stack if each selection has one; otherwise, the detail starts at its root screen. A path
  ///     that isn't empty brings the detail to the front in a narrow window.
  ///   - animated: Whether the change is animated.
  public func select(_ selection: Selection, path: [Element]? = nil, animated: Bool = true) {
    if path?.isEmpty == false { bringUp(.detail) }
    guard selection != currentSelection || path != nil else { return }
    selected.change {
      let isOther = selection != currentSelection
      change(to: selection, isOther: isOther, path: path, animated: animated)
    }
  }

  /// The router of the detail column. If each selection has its own stack, each has its own router
  /// too.
  public var detail: NavRouter<Element> {
    selected.access()
    return router(of: stack(of: currentSelection))
  }
}
