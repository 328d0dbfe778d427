extension NavStore {
  /// How a route type is stored, and how it has changed since: see ``Route/routeForm``.
  ///
  /// ```swift
  /// static let routeForm = NavStore.RouteForm(aliases: ["ShopRoute"], renamed: ["category": "list"])
  /// ```
  ///
  /// When the type changes, what users have stored comes along:
  /// - the type was renamed or moved: its old tag in `aliases`, or kept as `tag`;
  /// - a case was renamed: `["old": "new"]` in `renamed`;
  /// - a payload changed shape: `version` one higher, and a step in `upgrade`.
  public struct RouteForm: Sendable {
    package let tag: String?
    package let aliases: [String]
    package let renamed: [String: String]
    package let version: Int
    package let upgrade: (@Sendable (_ json: inout JSON, _ from: Int) throws -> Void)?

    /// Creates the form of a route type.
    ///
    /// - Parameters:
    ///   - tag: The name under which routes of the type are stored; 1 to 512 bytes. It must never
    ///     change. Nil means the type's name with the types it is nested in, without its module, as
    ///     in `Auth.Route`. A local, private or generic type has no stable name and must give one:
    ///     else every call that uses the type throws ``Error`` with code `unsupportedRoute`.
    ///   - aliases: Tags that routes of the type were stored under before, the oldest first.
    ///   - renamed: The former names of cases, each with the present one. A name in it cannot be
    ///     used for a new case again.
    ///   - version: The version of the stored shape. A stored route of a higher one is a loss.
    ///   - upgrade: Brings a stored route from the shape of version `from` to that of `from + 1`.
    ///     Called once for each version in between, before cases are renamed: a step sees the names
    ///     of its time. What it throws makes the route a loss, and its bytes stay as they are.
    public init(
      tag: String? = nil, aliases: [String] = [], renamed: [String: String] = [:],
      version: Int = 1,
      upgrade: (@Sendable (_ json: inout JSON, _ from: Int) throws -> Void)? = nil
    ) {
      self.tag = tag
      self.aliases = aliases
      self.renamed = renamed
      self.version = version
      self.upgrade = upgrade
    }

    /// Whether it says nothing, as that of a type without one.
    package var isDefault: Bool {
      tag == nil && aliases.isEmpty && renamed.isEmpty && version == 1 && upgrade == nil
    }
  }

  /// What one route says of its storage and its history: see ``Route/routeTraits``.
  public struct RouteTraits: Sendable, Hashable {
    package let historyKey: String?
    package let kind: String?
    package let isStored: Bool
    package let isInHistory: Bool

    /// Creates the traits of a route.
    ///
    /// - Parameters:
    ///   - historyKey: What a person would call the same thing in "Recently viewed": routes of
    ///     equal keys are one item. Nil means the enum case with its value's `id`, if it has one,
    ///     else the whole stored route.
    ///   - kind: The group that history can be asked for. Nil means the enum case, or the tag for a
    ///     type that is not an enum.
    ///   - isStored: Whether the route may be written to the file at all. A route that may not (a
    ///     one-time password, a half-typed card number) is a visit in memory only: the stored stack
    ///     ends below it, routes above it are history on the nearest stored visit, and a relaunch
    ///     comes back below it.
    ///   - isInHistory: Whether seeing the route is history. A route that is not is restored like
    ///     any other, but no list of visits or items names it.
    public init(
      historyKey: String? = nil, kind: String? = nil, isStored: Bool = true,
      isInHistory: Bool = true
    ) {
      self.historyKey = historyKey
      self.kind = kind
      self.isStored = isStored
      self.isInHistory = isInHistory
    }
  }
}
