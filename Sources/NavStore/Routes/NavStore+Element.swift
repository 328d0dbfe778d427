extension NavStore {
  /// A route of any type, as a mixed stack holds it: see ``Path``.
  ///
  /// ```swift
  /// switch element.value {
  /// case let route as ShopRoute: ShopScreen(route)
  /// case let route as AuthRoute: AuthScreen(route)
  /// default: EmptyView()
  /// }
  /// ```
  ///
  /// Two elements are equal where their routes have the same type and are equal. Making one
  /// allocates; copying one costs what copying a reference does.
  public struct Element: Sendable {
    /// One word for a session to compare: the unused bytes of an existential are anything, so two
    /// copies of it need not be the same bit for bit.
    private let box: Box

    private final class Box: Sendable {
      let value: any Route

      init(_ value: any Route) {
        self.value = value
      }
    }

    /// The route itself.
    public var value: any Route { box.value }

    /// Wraps `value`; an `any NavRoute` works too.
    public init(_ value: some Route) {
      box = Box(value)
    }

    /// The route as a `type`; nil where it is none.
    public func `as`<R: Route>(_ type: R.Type) -> R? {
      value as? R
    }

    /// Its type.
    var type: ObjectIdentifier {
      ObjectIdentifier(Swift.type(of: value))
    }
  }
}

extension NavStore.Element: CustomStringConvertible {
  /// That of the route.
  public var description: String { "\(value)" }
}

extension NavStore.Element: Hashable {
  /// Whether both have the same type and are equal.
  public static func == (a: NavStore.Element, b: NavStore.Element) -> Bool {
    a.type == b.type && isEqual(a.value, b.value)
  }

  private static func isEqual<R: NavStore.Route>(_ a: R, _ b: any NavStore.Route) -> Bool {
    b as? R == a
  }

  /// Feeds the type and the route.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    value.hash(into: &hasher)
  }
}
