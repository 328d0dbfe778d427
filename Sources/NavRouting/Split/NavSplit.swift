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
///   NavStackView(split.detail) { … } destination: { route in … }
/// }
/// ```
///
/// The selection and the detail's stack are one change, and one write: after a relaunch the stack
/// is never that of another selection. Where the stack steps aside (see
/// ``NavStore/NavStore/RestoreGuard``), so does the selection; it comes back with the stack, and the
/// first other change of the detail saves it as it is then. Where the selection is a route, or an
/// optional one, and that is removed, what was selected first is selected again, with a stack as after
/// any change of the selection. Which columns are visible, and which one
/// is in front in a narrow window, is saved besides. Making one is free, as with ``NavRouter``; one
/// window has one.
@MainActor
public final class NavSplit<Selection: Hashable & Codable, Route: Hashable & Sendable>: Observable {
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

  /// Makes the router of a detail on the stack of the given name.
  public typealias MakeRouter = @MainActor (_ stack: String) -> NavRouter<Route>

  let lazyStore: LazyStore
  let scene: String
  let account: FaceAccount
  let name: String
  let rule: DetailStack
  let oldSelection: NavStore.AdoptionSource<Selection>?
  let makeRouter: MakeRouter
  let observedSelection = Observed(\NavSplit.selection)
  let observedColumnVisibility = Observed(\NavSplit.columnVisibility)
  let observedCompactColumn = Observed(\NavSplit.compactColumn)
  var selected: SceneState<Selection>
  var columns: SceneState<NavColumnVisibility>
  var front: SceneState<NavColumn>
  var current: (stack: String, router: NavRouter<Route>)?
  var hasSelected = false

  /// What was selected when its stack stepped aside: it steps aside with it.
  var asideSelection: Selection?
  var isRetired = false

  /// A split view whose detail's router `router` makes. Reads nothing yet.
  ///
  /// - Parameters:
  ///   - first: What is selected where nothing was saved.
  ///   - detailStack: What becomes of the detail's stack when the selection changes.
  ///   - store: Where to keep it; the app's own store unless given.
  ///   - scene: The key of the window; 1 to 512 bytes of UTF-8.
  ///   - account: Who is signed in; empty for nobody.
  ///   - name: Of the split view, where a window has several. It begins the names of its stacks and
  ///     scene values.
  ///   - selection: What users had selected before the app had a store: a
  ///     ``NavStore/NavStore/AdoptionSource/custom(_:)`` of that one value, taken over once.
  ///   - router: Makes the detail's router on the same store, scene and account, with the stack
  ///     that it is given.
  public init(
    _ first: Selection, detailStack: DetailStack = .restarts,
    store: @autoclosure @escaping @MainActor () -> NavStore = .standard,
    scene: String = "main", account: String = "", name: String = "split",
    adoptingSelection selection: NavStore.AdoptionSource<Selection>? = nil,
    router: @escaping MakeRouter
  ) {
    oldSelection = selection
    lazyStore = LazyStore(store)
    self.scene = scene
    self.account = FaceAccount(account)
    self.name = name
    rule = detailStack
    makeRouter = router
    selected = SceneState("\(name).selection", first: first, of: self.account)
    columns = SceneState("\(name).columns", first: .automatic)
    front = SceneState("\(name).front", first: .sidebar)
  }

  /// What is selected. Setting it is ``select(_:path:animated:)``.
  public var selection: Selection {
    get {
      observedSelection.access(self)
      return currentSelection
    }
    set { select(newValue) }
  }

  /// Selects something else, and makes `path` its detail's stack where that is given. One change. A
  /// path that is not empty is to be seen: the detail comes to the front in a narrow window.
  public func select(_ selection: Selection, path: [Route]? = nil, animated: Bool = true) {
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
  public var detail: NavRouter<Route> {
    observedSelection.access(self)
    return router(of: stack(of: currentSelection))
  }
}

extension NavSplit {
  /// A split view whose detail has mixed or mapped routes. Reads nothing yet.
  ///
  /// - Parameters: as for the one with a router, and
  ///   - routes: Which routes the detail's stack holds.
  ///   - policy: How the detail's stack is restored.
  ///   - source: Where users' old path lies. The detail that is shown first takes it over.
  public convenience init(
    _ first: Selection, of routes: NavRoutes<Route>, detailStack: DetailStack = .restarts,
    store: @autoclosure @escaping @MainActor () -> NavStore = .standard,
    scene: String = "main", account: String = "", name: String = "split",
    policy: NavStore.RestorePolicy<Route> = .init(),
    adopting source: NavStore.AdoptionSource<Route>? = nil,
    adoptingSelection selection: NavStore.AdoptionSource<Selection>? = nil
  ) {
    // Where each selection has a stack of its own, one of them.
    var source = source
    source?.claimName = "\(name).detail"
    let lazyStore = LazyStore(store)
    self.init(
      first, detailStack: detailStack, store: lazyStore.store, scene: scene, account: account,
      name: name, adoptingSelection: selection
    ) { [source] stack in
      NavRouter(
        of: routes, store: lazyStore.store, scene: scene, stack: stack, account: account,
        policy: policy, adopting: source)
    }
  }
}

extension NavSplit where Route: NavRoute {
  /// A split view whose detail has routes of one type. Reads nothing yet. Parameters as for mixed and
  /// mapped routes.
  public convenience init(
    _ first: Selection, detailStack: DetailStack = .restarts,
    store: @autoclosure @escaping @MainActor () -> NavStore = .standard,
    scene: String = "main", account: String = "", name: String = "split",
    policy: NavStore.RestorePolicy<Route> = .init(),
    adopting source: NavStore.AdoptionSource<Route>? = nil,
    adoptingSelection selection: NavStore.AdoptionSource<Selection>? = nil
  ) {
    self.init(
      first, of: .type(Route.self), detailStack: detailStack, store: store(), scene: scene,
      account: account, name: name, policy: policy, adopting: source,
      adoptingSelection: selection)
  }
}
