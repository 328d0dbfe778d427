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
/// first other change of the detail saves it as it is then. Making one is free, as with ``NavRouter``; one window has
/// one. How columns collapse in a narrow window is up to the view.
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
  }

  /// Makes the router of a detail on the stack of the given name.
  public typealias MakeRouter = @MainActor (_ stack: String) -> NavRouter<Route>

  private let lazyStore: LazyStore
  private let scene: String
  private let account: FaceAccount
  private let name: String
  private let rule: DetailStack
  private let oldSelection: NavStore.AdoptionSource<Selection>?
  private let makeRouter: MakeRouter
  private let observedSelection = Observed(\NavSplit.selection)
  private let observedColumnVisibility = Observed(\NavSplit.columnVisibility)
  private var selected: SceneState<Selection>
  private var columns: SceneState<NavColumnVisibility>
  private var current: (stack: String, router: NavRouter<Route>)?
  private var hasSelected = false
  /// What was selected when its stack stepped aside: it steps aside with it.
  private var asideSelection: Selection?
  private var isRetired = false

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
    selected = SceneState("\(name).selection", first: first)
    columns = SceneState("\(name).columns", first: .automatic)
  }

  /// What is selected. Setting it is ``select(_:path:animated:)``.
  public var selection: Selection {
    get {
      observedSelection.access(self)
      return currentSelection
    }
    set { select(newValue) }
  }

  /// Selects something else, and makes `path` its detail's stack where that is given. One change.
  public func select(_ selection: Selection, path: [Route]? = nil, animated: Bool = true) {
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

  /// Which columns are visible; saved with the window.
  public var columnVisibility: NavColumnVisibility {
    get {
      observedColumnVisibility.access(self)
      return columns.value(after: erasures) { try stored(named: $0) }
    }
    set {
      guard newValue != columnVisibility else { return }
      observedColumnVisibility.change(of: self) {
        columns.set(newValue, after: erasures)
        keep(newValue, named: columns.name)
      }
    }
  }
}

extension NavSplit where Route: NavRoute {
  /// A split view whose detail has routes of one type. Reads nothing yet.
  ///
  /// - Parameters: as for the one with a router, and
  ///   - policy: How the detail's stack is restored.
  ///   - source: Where users' old path lies. The detail that is shown first takes it over.
  public convenience init(
    _ first: Selection, detailStack: DetailStack = .restarts,
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
        store: lazyStore.store, scene: scene, stack: stack, account: account, policy: policy,
        adopting: source)
    }
  }
}

extension NavSplit: NavFace {
  /// Lets go of all stacks: see ``NavFace/retire()``.
  public func retire() {
    isRetired = true
    current?.router.retire()
  }
}

extension NavSplit {
  private var ownsOneStack: Bool {
    switch rule {
    case .restarts, .stays: true
    case .perSelection, .named: false
    }
  }

  private func stack(of selection: Selection) -> String {
    switch rule {
    case .restarts, .stays: "\(name).detail"
    case .perSelection: "\(name).detail.\(stackName(of: selection))"
    case .named(let stackName): "\(name).detail.\(stackName(selection))"
    }
  }

  private var currentSelection: Selection {
    let erasures = erasures
    let isRestored = !selected.isKnown(after: erasures)
    let selection =
      if isRestored && ownsOneStack {
        selected.value(after: erasures) { [detail = router(of: stack(of: selected.first))] name in
          try detail.session.sceneValue(Selection.self, named: name)
            ?? oldSelection.flatMap { try stored(named: name, adopting: $0) }
        }
      } else {
        selected.value(after: erasures) { try stored(named: $0, adopting: oldSelection) }
      }
    guard isRestored, selection != selected.first else { return selection }
    let detail = router(of: stack(of: selection))
    guard detail.restoration.setAsideBecause != nil || detail.session.stepsAside else {
      // Also where its stack is empty, it is part of what is shown.
      detail.session.willShow(besides: true)
      return selection
    }
    asideSelection = selection
    selected.set(selected.first, after: erasures)
    let shown = router(of: stack(of: selected.first))
    shown.afterChange = { [weak self, weak shown] in
      if let shown { self?.takeUp(shown) }
    }
    return selected.first
  }

  /// Selects what belongs to the stack that the user went to from the root screen at which the
  /// detail stepped aside.
  private func takeUp(_ detail: NavRouter<Route>) {
    guard let old = asideSelection, let isOld = detail.session.hasTakenUpOldStack else { return }
    asideSelection = nil
    detail.afterChange = nil
    if ownsOneStack && isOld {
      observedSelection.change(of: self) { selected.set(old, after: erasures) }
    } else if ownsOneStack {
      change(to: selected.first, isOther: true, path: detail.path, animated: detail.isAnimated)
    } else {
      keep(selected.first, named: selected.name)
    }
  }

  private func stored<T: Codable>(
    named name: String, adopting source: NavStore.AdoptionSource<T>? = nil
  ) throws -> T? {
    guard !hasLeft else { return nil }
    return try lazyStore.store.sceneValue(
      T.self, named: name, in: scene, of: account.stay, adopting: source)
  }

  /// How often the account was erased; hears of it from now on.
  private var erasures: Int {
    account.erasures(in: lazyStore.store) { [weak self] in self?.didErase() }
  }

  /// Whether it was erased as a whole since: everything works in memory only.
  private var hasLeft: Bool { lazyStore.store.hasEnded(account.stay) }

  private func didErase() {
    asideSelection = nil
    observedSelection.tell(self)
    observedColumnVisibility.tell(self)
  }

  private func router(of stack: String) -> NavRouter<Route> {
    if let current, current.stack == stack { return current.router }
    let router = makeRouter(stack)
    current?.router.setShown(false)
    // Selected since the launch: it comes on top now, and not by being restored.
    if hasSelected { router.setShown(false) }
    router.setShown(true)
    if isRetired { router.retire() }
    if hasLeft { router.retire(because: .accountErased) }
    current = (stack, router)
    return router
  }

  /// The selection goes with the stack: through its session, in one transaction.
  private func change(to selection: Selection, isOther: Bool, path: [Route]?, animated: Bool) {
    asideSelection = nil
    let detail = router(of: stack(of: selection))
    let restarts = if case .restarts = rule { isOther } else { false }
    selected.set(selection, after: erasures)
    let stored = lazyStore.reporting { () throws(NavStore.Error) in
      try detail.session.sceneValue(storing: selection, named: selected.name)
    }
    detail.edit(animated: animated) { state in
      if restarts { _ = state.restart() }
      if let path { state.update(to: path) }
      if let stored, isOther { state.setSceneValue(stored, named: selected.name) }
    } mirroredBy: { live, _ in
      if restarts { live.path = [] }
      if let path { live.path = path }
    }
  }

  /// Each stack says by its name whose it is: nothing has to be one transaction.
  private func `switch`(to selection: Selection, path: [Route]?, animated: Bool) {
    asideSelection = nil
    selected.set(selection, after: erasures)
    hasSelected = true
    keep(selection, named: selected.name)
    let detail = router(of: stack(of: selection))
    if let path { detail.replaceStack(with: path, animated: animated) }
  }

  private func keep(_ value: some Encodable, named name: String) {
    guard !isRetired else { return }
    lazyStore.keep(value, named: name, in: scene, of: account.stay)
  }
}
