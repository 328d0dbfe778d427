extension NavStore {
  /// A value that names one screen and its parameters.
  ///
  /// ```swift
  /// enum AppRoute: NavRoute {
  ///   case category(String), product(id: Int), settings
  /// }
  /// ```
  ///
  /// What is stored is a tag, a version (``routeForm``) and the route's JSON: never a module name, a
  /// mangled name or `hashValue`. A `Set` or a dictionary with keys other than strings encodes
  /// differently in each launch, so a route that holds one is a different item each time; use
  /// sorted arrays.
  ///
  /// Both requirements have defaults, so one that is misspelt or of another type compiles in the
  /// type's own body, and is never used. In an extension that declares the conformance the compiler
  /// warns of it. A contract check in the app's tests (`NavStoreTesting`) fails if routes recorded
  /// before do not come back, or have another history key.
  ///
  /// If the main actor is the default isolation, a route is not isolated all the same, because
  /// this protocol is `Sendable`. Declare a type that a route holds inside the route, or
  /// `nonisolated`: its coding must not need the main actor.
  public protocol Route: Codable, Hashable, Sendable {
    /// How routes of this type are stored, and how what older builds stored is read. Unless given:
    /// under the type's name, as version 1.
    ///
    /// Read once for each type and store. It must not change while the app runs.
    static var routeForm: RouteForm { get }

    /// What this route says of its storage and its history. Unless given: stored, and in history
    /// under a key and a kind that are derived from the stored route.
    ///
    /// Read whenever the route is encoded: once for each change that is saved, on any thread.
    var routeTraits: RouteTraits { get }
  }
}

/// A value that names one screen and its parameters: see ``NavStore/Route``.
public typealias NavRoute = NavStore.Route

extension NavStore.Route {
  /// The type's name as its tag, version 1, and nothing renamed.
  public static var routeForm: NavStore.RouteForm { NavStore.RouteForm() }

  /// Stored, in history, under a derived key and kind.
  public var routeTraits: NavStore.RouteTraits { NavStore.RouteTraits() }
}
