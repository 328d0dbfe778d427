#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// What has a path that `$router.path` binds: ``NavRouter``.
  @MainActor
  public protocol NavPathOwner: AnyObject {
    /// What the stack consists of.
    associatedtype Element

    /// The path as views set it: see ``NavRouter/sceneBecame(_:)``.
    var viewPath: [Element] { get set }
  }

  extension NavRouter: NavPathOwner {
    /// ``path``, for `NavigationStack(path: $router.path)`, which sets it through this: what the
    /// system tidies away while the window is in the background changes nothing.
    public var viewPath: [Element] {
      get { boundPath }
      set { boundPath = newValue }
    }
  }

  extension Binding where Value: NavPathOwner {
    /// The router's path, for a `NavigationStack`.
    @MainActor public var path: Binding<[Value.Element]> { self[dynamicMember: \.viewPath] }
  }

  extension Bindable where Value: NavPathOwner {
    /// The router's path, for a `NavigationStack`.
    @MainActor public var path: Binding<[Value.Element]> { self[dynamicMember: \.viewPath] }
  }
#endif
