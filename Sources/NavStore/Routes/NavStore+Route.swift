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
  ///
  /// When the type changes, what users have stored comes along:
  /// - the type was renamed or moved: its old tag in ``routeTagAliases``, or kept as ``routeTag``;
  /// - a case was renamed: `["old": "new"]` in ``renamedCases``;
  /// - a payload changed shape: ``routeVersion`` one higher, and a step in
  ///   ``upgradeRoute(_:from:)``.
  ///
  /// Where the main actor is the default isolation, a route is not isolated all the same, because
  /// this protocol is `Sendable`. Declare a type that a route holds inside the route, or
  /// `nonisolated`: its coding must not need the main actor.
  public protocol Route: Codable, Hashable, Sendable {
    /// The name under which routes of this type are stored. It must never change.
    ///
    /// Unless given: the type's name with the types it is nested in, without its module, as in
    /// `Auth.Route`. A local, private or generic type has no stable name and must give one.
    static var routeTag: String { get }

    /// Tags that routes of this type were stored under before, the oldest first. None unless given.
    static var routeTagAliases: [String] { get }

    /// The version of the type's stored shape; 1 unless given.
    static var routeVersion: Int { get }

    /// The names that cases had before, each with the one that took its place. None unless given.
    ///
    /// A name in it cannot be used for a new case again.
    static var renamedCases: [String: String] { get }

    /// Brings a stored route from the shape of `version` to that of `version + 1`. Does nothing
    /// unless given.
    ///
    /// Called once for each version in between, before cases are renamed: a step sees the names of
    /// its time. What it throws makes the route a loss, and its bytes stay as they are.
    static func upgradeRoute(_ json: inout JSON, from version: Int) throws

    /// Whether the route may be written to the file at all; true unless given.
    ///
    /// One that may not (a one-time password, a half-typed card number) is a visit in memory only:
    /// the stored stack ends below it, routes above it are history on the nearest stored visit, and
    /// a relaunch comes back below it.
    var isPersistent: Bool { get }

    /// Whether seeing the route is history; true unless given. One that is not is restored like
    /// any other, but no list of visits or items names it.
    var isInHistory: Bool { get }

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

  /// None.
  public static var routeTagAliases: [String] { [] }

  /// 1.
  public static var routeVersion: Int { 1 }

  /// None.
  public static var renamedCases: [String: String] { [:] }

  /// Leaves the route as it is.
  ///
  /// - Throws: Nothing.
  public static func upgradeRoute(_ json: inout NavStore.JSON, from version: Int) throws {}

  /// True.
  public var isPersistent: Bool { true }

  /// True.
  public var isInHistory: Bool { true }

  /// Nil: derived from the stored route.
  public var historyKey: String? { nil }

  /// Nil: derived from the stored route.
  public var historyKind: String? { nil }
}
