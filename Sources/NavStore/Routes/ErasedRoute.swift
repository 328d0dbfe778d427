/// A route in memory, without the type that the app uses.
///
/// Live stacks have these routes, so that their code isn't generic. In an app, generic code of a
/// library is not specialized, and looks up the metadata of its types at every step. In a commit,
/// these look-ups took longer than the SQL statements. Public calls that take or return routes
/// convert them.
package class ErasedRoute: @unchecked Sendable, Equatable {
  /// The stored form or the error of its encoding, from the encoding of a change until the change is
  /// ready to be written. Only the writer's queue uses this property of a route that is on a stack.
  @exclusivity(unchecked)
  var form: Result<StoredRoute, NavStore.Error>?

  init() {}

  /// Encodes the route, unless it is encoded.
  func encode(with codec: RouteCodec) {
    guard form == nil else { return }
    form = Result { () throws(NavStore.Error) in try codec.encode(self) }
  }

  fileprivate func isEqual(to other: ErasedRoute) -> Bool {
    preconditionFailure("A route has a type.")
  }

  /// Whether both routes are bitwise equal, and therefore encode to the same bytes. `false` doesn't
  /// mean that the routes differ.
  func hasSameBits(as other: ErasedRoute) -> Bool {
    preconditionFailure("A route has a type.")
  }

  package static func == (a: ErasedRoute, b: ErasedRoute) -> Bool {
    a === b || a.isEqual(to: b)
  }
}

/// A route with its type. All elements of a stack have the same type.
package final class RouteBox<R: Equatable & Sendable>: ErasedRoute, @unchecked Sendable {
  let route: R

  package required init(_ route: R) {
    self.route = route
    super.init()
  }

  override fileprivate func isEqual(to other: ErasedRoute) -> Bool {
    route == unsafeDowncast(other, to: RouteBox.self).route
  }

  override func hasSameBits(as other: ErasedRoute) -> Bool {
    withUnsafePointer(to: route) { other.hasBits(at: $0) }
  }
}

extension ErasedRoute {
  /// Returns a route in a box of its type, for a route whose type is only known at run time.
  static func box<R: Equatable & Sendable>(_ route: R) -> ErasedRoute { RouteBox(route) }

  /// Returns the route with its type. `type` must be the type of the stack's elements.
  package func unboxed<R: Equatable & Sendable>(as type: R.Type) -> R {
    unsafeDowncast(self, to: RouteBox<R>.self).route
  }

  /// Whether this route is bitwise equal to the route at `address`, so that both encode to the same
  /// bytes. Copies neither. `false` doesn't mean that the routes differ.
  func hasBits<R: Equatable & Sendable>(at address: UnsafePointer<R>) -> Bool {
    withUnsafeBytes(of: unsafeDowncast(self, to: RouteBox<R>.self).route) { bits in
      haveSameBytes(bits, .init(start: address, count: bits.count))
    }
  }
}

// MARK: - Removing the type

extension NavStore.RestorePolicy where R: Equatable & Sendable {
  /// The policy without the type of its routes.
  var erased: NavStore.RestorePolicy<ErasedRoute> {
    var erased = NavStore.RestorePolicy<ErasedRoute>()
    erased.expiresAfter = expiresAfter
    erased.startsEmpty = startsEmpty
    erased.goesWithRoot = goesWithRoot
    erased.onUndecodable = onUndecodable.erased
    return erased
  }
}

extension NavUndecodablePolicy where Element: Equatable & Sendable {
  /// The policy without the type of its routes.
  var erased: NavUndecodablePolicy<ErasedRoute> {
    switch self {
    case .keepValidPrefix: .keepValidPrefix
    case .substitute(let replacement): .substitute { replacement($0).map { RouteBox($0) } }
    case .resetToRoot: .resetToRoot
    case .fail: .fail
    }
  }
}
