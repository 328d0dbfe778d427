import NavStore
import Observation

/// A split view: what is selected in its columns, and the stack of its detail.
///
/// ```swift
/// struct Selection: Codable, Hashable { var category: String?; var item: Int? }
///
/// @State private var split = NavSplit<Selection, AppRoute>(Selection())
///
/// NavigationSplitView {
///   List(selection: $split.selection.category) { … }
/// } content: {
///   List(selection: $split.selection.item) { … }
/// } detail: {
///   NavStackView(AppRoute.self, on: split.detail) { … } destination: { route in … }
/// }
/// ```
///
/// The selection and the detail's stack are one change, and one write: after a relaunch the stack
/// is never that of another selection. If the stack steps aside (see
/// ``/NavStore/NavStore/RestoreGuard``), so does the selection; it comes back with the stack, and
/// the first other change of the detail saves it as it is then. If the selection is a route, or an
/// optional one, and that is removed, what was selected first is selected again, with a stack as
/// after any change of the selection. Which columns are visible, and which one is in front in a
/// narrow window, is saved besides. Making one is free, as with ``NavRouter``. A window has one.
@MainActor
public final class NavSplit<Selection: Hashable & Codable, Element: NavElement>: Observable {
  /// What becomes of the detail's stack when the selection changes.
  public enum DetailStack: Sendable {
    /// It goes to its root screen, with a back/forward list of its own.
    case restarts

    /// It stays.
    case stays

    /// Each selection has a stack of its own, by its JSON.
    case perSelection

    /// Selections of one name share a stack.
    case named(@MainActor (Selection) -> String)

    var restarts: Bool { if case .restarts = self { true } else { false } }
  }

  let context: WindowContext
  let name: String
  let rule: DetailStack
  let oldSelection: NavStore.AdoptionSource<Selection>?
  let makeRouter: @MainActor (_ stack: String) -> NavRouter<Element>
  let observedSelection = Observed(\NavSplit.selection)
  let observedColumnVisibility = Observed(\NavSplit.columnVisibility)
  let observedCompactColumn = Observed(\NavSplit.compactColumn)
  let selected: WindowValue<Selection>
  let columns: WindowValue<NavColumnVisibility>
  let front: WindowValue<NavColumn>
  var current: (stack: String, router: NavRouter<Element>)?
  var hasSelected = false

  /// What was selected when its stack stepped aside: it steps aside with it.
  var asideSelection: Selection?

  /// A split view whose detail has mixed or mapped routes. Reads nothing yet.
  ///
  /// - Parameters:
  ///   - first: What is selected if nothing was saved.
  ///   - window: Whose split view it is.
  ///   - detailStack: What becomes of the detail's stack when the selection changes.
  ///   - name: Of the split view, if a window has several. It begins the names of its stacks and
  ///     values.
  ///   - policy: How the detail's stack is restored.
  ///   - source: Where users' old path lies. The detail that is shown first takes it over.
  ///   - selection: What users had selected before the app had a store: a
  ///     ``/NavStore/NavStore/AdoptionSource/custom(_:)`` of that one value, taken over once.
  public init(
    _ first: Selection, in window: NavWindow = .main,
    detailStack: DetailStack = .restarts, name: String = "split",
    policy: NavStore.RestorePolicy<Element> = .init(),
    adopting source: NavStore.AdoptionSource<Element>? = nil,
    adoptingSelection selection: NavStore.AdoptionSource<Selection>? = nil
  ) {
    // If each selection has a stack of its own, one of them.
    var source = source
    source?.claimName = "\(name).detail"
    oldSelection = selection
    context = window.shared
    self.name = name
    rule = detailStack
    makeRouter = { [source, context] stack in
      NavRouter(
        in: context, stack: stack, policy: policy, adopting: source)
    }
    selected = WindowValue("\(name).selection", first: first, in: context)
    columns = WindowValue("\(name).columns", first: .automatic, in: context)
    front = WindowValue("\(name).front", first: .sidebar, in: context)
    selected.onChange = { [weak self] in self?.selectionChanged() }
    columns.onChange = { [weak self] in self?.tellAll() }
    front.onChange = { [weak self] in self?.tellAll() }
  }

  /// What is selected. Setting it is ``select(_:path:animated:)``.
  public var selection: Selection {
    get {
      observedSelection.access(self)
      return currentSelection
    }
    set { select(newValue) }
  }

  /// Selects something else, and makes `path` its detail's stack if that is given. One change. A
  /// path that is not empty is to be seen: the detail comes to the front in a narrow window.
  public func select(_ selection: Selection, path: [Element]? = nil, animated: Bool = true) {
    if path?.isEmpty == false { bringUp(.detail) }
    guard selection != currentSelection || path != nil else { return }
    observedSelection.change(of: self) {
      if ownsOneStack {
        let isOther = selection != currentSelection
        change(to: selection, isOther: isOther, path: path, animated: animated)
      } else {
        `switch`(to: selection, path: path, animated: animated)
      }
    }
  }

  /// The detail's router; another one for each stack.
  public var detail: NavRouter<Element> {
    observedSelection.access(self)
    return router(of: stack(of: currentSelection))
  }
}
