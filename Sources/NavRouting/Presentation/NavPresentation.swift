import NavStore
import Observation

/// The item of a sheet or cover, and the stack above the item.
///
/// ```swift
/// let compose = window.presentation("compose", of: AppRoute.self)
///
/// view.navSheet(compose) { item in
///   NavStackView(on: compose.router) { Draft(item) } destination: { Screen($0) }
/// }
///
/// compose.present(.draft(id: 7))
/// ```
///
/// A window has one presentation for each name:
/// ``NavWindow/presentation(_:of:restores:expiresAfter:migratingFrom:)``. The item is the root of
/// the stack and is saved with it. The item is not a visit, but screens that are pushed above it
/// are. If the stack is skipped at the launch, the item is not presented again. When the app
/// removes the item's route, because its data no longer exists, the sheet is dismissed.
@MainActor
public final class NavPresentation<Element: NavElement>: Observable {
  /// The router of the sheet. Its root is ``item``.
  public let router: NavRouter<Element>

  private let name: String

  /// Whether the sheet below this sheet is presented. Returns `true` for a sheet directly above the
  /// window.
  private let isBelowPresented: @MainActor () -> Bool

  /// The sheets on top of this one, whose elements have different types.
  private var sheetsOnTop: [(sheet: AnyObject, dismiss: () -> Void)] = []

  /// Whether the item has changed since the launch. If so, a saved sheet on top of this one belongs
  /// to the former item, and isn't restored.
  private var hasChangedItem = false

  /// Creates a presentation of a window. Reads nothing from the store.
  package init(
    _ name: String, in window: NavWindow, restores: Bool = true,
    policy: NavStore.RestorePolicy<Element> = .init(),
    isBelowPresented: @escaping @MainActor () -> Bool = { true }
  ) {
    var policy = policy
    policy.startsEmpty = !restores
    if !restores { policy.legacy = nil }
    policy.goesWithRoot = true
    policy.legacy?.beginsWithRoot = true
    router = NavRouter(in: window, stack: StoredNames.sheet(name), policy: policy)
    (self.name, self.isBelowPresented) = (name, isBelowPresented)
    router.didReplaceRoot = { [weak self] in
      self?.hasChangedItem = true
      for (_, dismiss) in self?.sheetsOnTop ?? [] { dismiss() }
    }
  }

  /// The presented item, or `nil`. Setting the item presents or dismisses the sheet.
  public var item: Element? {
    get { isBelowPresented() ? router.root : nil }
    set {
      if let newValue { present(newValue) } else { router.root = nil }
    }
  }

  /// Presents an item with a path above it, in one change.
  ///
  /// If an equal item is presented when this method is called, only its path is replaced, and only
  /// if `path` isn't `nil`.
  public func present(_ item: Element, path: [Element]? = nil, animated: Bool = true) {
    router.replaceRoot(with: item, path: path, animated: animated)
  }
}

// MARK: - Sheets on top

extension NavPresentation {
  /// Returns a sheet on top of this one: the same object for the same name.
  ///
  /// The sheet on top is dismissed when this sheet presents another item or is dismissed.
  ///
  /// ```swift
  /// let crop = compose.presentation("crop", of: AppRoute.self)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the sheet, which is unique within this sheet.
  ///   - type: The type of the sheet's item, and of the elements of its stack.
  ///   - restores: Whether the sheet is presented again at the next launch, on top of this one.
  ///   - expiresAfter: The age at which the sheet is not presented again.
  public func presentation<Other: NavElement>(
    _ name: String, of type: Other.Type = Other.self, restores: Bool = true,
    expiresAfter: NavAge? = nil
  ) -> NavPresentation<Other> {
    let name = "\(self.name)/\(name)"
    for case (let sheet as NavPresentation<Other>, _) in sheetsOnTop where sheet.name == name {
      return sheet
    }
    let sheet = NavPresentation<Other>(
      name, in: router.window, restores: restores && !hasChangedItem,
      policy: NavStore.RestorePolicy(expiresAfter: expiresAfter, legacy: nil),
      isBelowPresented: { [router] in router.root != nil })
    sheetsOnTop.append((sheet, { sheet.item = nil }))
    return sheet
  }
}
