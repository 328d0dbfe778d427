extension NavStore {
  /// A path of routes of several types, bottom first, whose elements can be read.
  ///
  /// ```swift
  /// var path: NavPath = [ShopRoute.category("shoes"), AuthRoute.login]
  /// path.append(ShopRoute.product(id: 7))
  /// path.removeLast(2)
  /// path.last?.as(ShopRoute.self)                  // .category("shoes")
  ///
  /// NavigationStack(path: $path) {
  ///   Root().navigationDestination(for: NavStore.Element.self) { element in … }
  /// }
  /// ```
  ///
  /// An array of ``Element`` with the operations of a path. What it can hold is any route; what a
  /// store can keep of it is what a ``RouteRegistry`` lists. For `Codable` data, as in a hand-off,
  /// see ``codable(as:)``.
  public struct Path: Hashable, Sendable {
    /// A route of any type.
    public typealias Element = NavStore.Element

    /// The elements, bottom first.
    public private(set) var elements: [NavStore.Element]

    /// An empty path: the root screen.
    public init() {
      elements = []
    }

    /// A path of routes of one type, bottom first.
    public init<S: Sequence>(_ routes: S) where S.Element: Route {
      elements = routes.map { NavStore.Element($0) }
    }

    /// Puts `route` on top; an `any NavRoute` works too.
    public mutating func append(_ route: some Route) {
      elements.append(NavStore.Element(route))
    }

    /// Puts routes of one type on top.
    public mutating func append<S: Sequence>(contentsOf routes: S) where S.Element: Route {
      elements.append(contentsOf: routes.lazy.map { NavStore.Element($0) })
    }

    /// Takes the top element off and returns it; nil, and nothing changed, where there is none.
    @discardableResult
    public mutating func removeLast() -> NavStore.Element? {
      elements.popLast()
    }

    /// Takes up to `k` elements off the top.
    ///
    /// Unlike an array's, it never traps: more than there are is all of them, and a negative
    /// number is none. (Code that takes any collection calls the collection's own, which does.)
    public mutating func removeLast(_ k: Int) {
      elements.removeLast(Swift.min(Swift.max(0, k), elements.count))
    }
  }
}

/// A path of routes of several types: see ``NavStore/Path``.
public typealias NavPath = NavStore.Path

extension NavStore.Path: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// A path of elements, bottom first.
  public init<S: Sequence>(_ elements: S) where S.Element == NavStore.Element {
    self.elements = Array(elements)
  }

  /// 0.
  public var startIndex: Int { 0 }

  /// How many elements there are.
  public var endIndex: Int { elements.count }

  /// The element at `position`, from 0 at the bottom.
  public subscript(position: Int) -> NavStore.Element {
    get { elements[position] }
    // NB: both trap where there is none, as an array does.
    set { elements[position] = newValue }
  }

  /// Puts `newElements` in the place of those in `subrange`.
  public mutating func replaceSubrange<C: Collection>(
    _ subrange: Range<Int>, with newElements: C
  ) where C.Element == NavStore.Element {
    elements.replaceSubrange(subrange, with: newElements)
  }

  /// Makes room for `count` elements.
  public mutating func reserveCapacity(_ count: Int) {
    elements.reserveCapacity(count)
  }
}

extension NavStore.Path: ExpressibleByArrayLiteral {
  /// A path of routes of any types, bottom first: `[ShopRoute.cart, AuthRoute.login]`.
  public init(arrayLiteral routes: any NavStore.Route...) {
    elements = routes.map { NavStore.Element($0) }
  }
}

extension NavStore.Restoration where R == NavStore.Element {
  /// The routes above the root screen as a path.
  public var path: NavStore.Path { NavStore.Path(stack) }
}
