extension NavStore {
  /// A route of any type, as a mixed stack holds it: see ``Routes/mixed(_:)``.
  ///
  /// ```swift
  /// switch element.value {
  /// case let route as ShopRoute: ShopScreen(route)
  /// case let route as AuthRoute: AuthScreen(route)
  /// default: EmptyView()
  /// }
  /// ```
  ///
  /// Two are equal if their routes have the same type and are equal. Making one allocates; copying
  /// one costs what copying a reference does.
  public struct AnyRoute: Hashable, Sendable {
    /// One word for a session to compare: the unused bytes of an existential are anything, so two
    /// copies of it need not be the same bit for bit.
    private let box: Box

    private final class Box: Hashable, Sendable {
      let value: any Route

      init(_ value: any Route) {
        self.value = value
      }

      var type: ObjectIdentifier { ObjectIdentifier(Swift.type(of: value)) }

      static func == (a: Box, b: Box) -> Bool { a.type == b.type && isEqual(a.value, b.value) }

      private static func isEqual<R: Route>(_ a: R, _ b: any Route) -> Bool { b as? R == a }

      func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        value.hash(into: &hasher)
      }
    }

    /// The route itself.
    public var value: any Route { box.value }

    /// Wraps `route`; an `any NavRoute` works too.
    public init(_ route: some Route) {
      box = Box(route)
    }

    /// The route as a `type`; nil if it is of another type.
    public func `as`<R: Route>(_ type: R.Type = R.self) -> R? {
      value as? R
    }

    /// Its type.
    var type: ObjectIdentifier { box.type }
  }
}

/// A route of any type: see ``NavStore/AnyRoute``.
public typealias AnyNavRoute = NavStore.AnyRoute

extension NavStore.AnyRoute: CustomStringConvertible {
  /// That of the route.
  public var description: String { "\(value)" }
}
