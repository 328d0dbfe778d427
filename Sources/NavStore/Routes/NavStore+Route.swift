extension NavStore {
  /// A value that names one screen and its parameters.
  ///
  /// ```swift
  /// enum AppRoute: NavRoute {
  ///   case category(String), product(id: Int), settings
  /// }
  /// ```
  ///
  /// What is stored is ``routeTag``, ``routeVersion`` and the route's JSON: never a module name, a
  /// mangled name or `hashValue`. A `Set` or a dictionary with keys other than strings encodes
  /// differently in each launch, so a route that holds one is a different item each time; use
  /// sorted arrays.
  public protocol Route: Codable, Hashable, Sendable {
    /// The name under which routes of this type are stored. It must never change.
    ///
    /// Unless given: the type's name with the types it is nested in, without its module, as in
    /// `Auth.Route`. A local or private type has no stable name and must give one.
    static var routeTag: String { get }

    /// The version of the type's stored shape; 1 unless given.
    static var routeVersion: Int { get }

    /// What a person would call the same thing in "Recently viewed": routes of equal keys are one
    /// item. Nil, the default, means the enum case with its value's `id` where there is one, else
    /// the whole stored route.
    var historyKey: String? { get }

    /// The group that history can be asked for. Nil, the default, means the enum case, or the
    /// route's tag for a type that is not an enum.
    var historyKind: String? { get }
  }
}

/// A value that names one screen and its parameters: see ``NavStore/Route``.
public typealias NavRoute = NavStore.Route

extension NavStore.Route {
  /// The type's name with the types it is nested in, without its module.
  public static var routeTag: String { RouteTag.defaultTag(for: Self.self) }

  /// 1.
  public static var routeVersion: Int { 1 }

  /// Nil: derived from the stored route.
  public var historyKey: String? { nil }

  /// Nil: derived from the stored route.
  public var historyKind: String? { nil }
}
