/// The stored form of the elements of a stack: see ``NavElement/coding``.
///
/// Creating a coding costs nothing and reports no error. A store prepares the coding when it first
/// uses the type. At that time, it throws ``NavStore/Error`` with code `unsupportedRoute` if the
/// coding can't be used. A coding can't be used if two types have the same stored name, or if a
/// local, private or generic type sets no name.
public struct NavCoding<Element: NavElement>: Sendable {
  /// The stored form of the type's routes. For ``stored(as:_:from:)``, the form of the stored type.
  package let form: RouteForm
  let makeCodec: @Sendable (CodecCache) throws(NavStore.Error) -> RouteCodec

  /// Stores each route as JSON under a name and a version.
  ///
  /// ```swift
  /// static let coding = NavCoding<ShopRoute>.codable(
  ///   formerNames: ["OldShopRoute"], renaming: ["category": "list"])
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the type in the file, 1 to 512 bytes. It must never change. The default
  ///     is the type's name with the types it is nested in, without its module, as in `Auth.Route`.
  ///     A local, private or generic type has no stable name, so it must set one.
  ///   - formerNames: The names that the type was stored under before, the oldest first.
  ///   - renaming: The current name for each former name of a case. A former name can't be used for
  ///     a new case again.
  ///   - version: The version of the JSON. A stored route of a higher version can't be restored.
  ///   - upgrade: Changes JSON of the given version into JSON of the next version. It is called for
  ///     each step from the stored version to `version`, before cases are renamed. If it throws,
  ///     the route can't be restored, and its bytes are kept in the file.
  public static func codable(
    name: String? = nil, formerNames: [String] = [], renaming: [String: String] = [:],
    version: Int = 1,
    upgrade: (@Sendable (_ json: inout NavJSON, _ version: Int) throws -> Void)? = nil
  ) -> NavCoding where Element: NavRoute {
    let form = RouteForm(
      name: name, formerNames: formerNames, renaming: renaming, version: version, upgrade: upgrade)
    return NavCoding(form: form) { (codecs) throws(NavStore.Error) in
      try .json(Element.self, form, codecs)
    }
  }

  /// Stores each element as a route of another type.
  ///
  /// Name, version, item and kind come from the stored route, and the visits are in the stored
  /// type's history.
  ///
  /// The closures run on the store's queues, in the middle of the store's work. They must be quick,
  /// and must not call the store or wait for an actor that calls the store.
  ///
  /// - Parameters:
  ///   - stored: The type of the stored routes.
  ///   - encode: Returns the route to store. If it returns `nil`, the stored stack ends below the
  ///     element.
  ///   - decode: Returns the element for a stored route. If it throws, the route can't be restored,
  ///     and its bytes are kept in the file.
  public static func stored<Stored: NavRoute>(
    as stored: Stored.Type, _ encode: @escaping @Sendable (Element) -> Stored?,
    from decode: @escaping @Sendable (Stored) throws -> Element
  ) -> NavCoding {
    // `makeCodec` throws for a type that is stored as itself, so the type's form is not used.
    let isItself = ObjectIdentifier(Stored.self) == ObjectIdentifier(Element.self)
    return NavCoding(form: isItself ? RouteForm() : Stored.coding.form) {
      (codecs) throws(NavStore.Error) in
      try .mixed([Stored.self], codecs, unwrap: encode) { try ($0 as? Stored).map(decode) }
    }
  }

  /// Stores elements that are routes of several types, each with the coding of its own type.
  ///
  /// ```swift
  /// enum Screen: NavElement {
  ///   case shop(ShopRoute), help(HelpRoute)
  ///   static let coding = NavCoding<Screen>.mixed(ShopRoute.self, HelpRoute.self) { screen in
  ///     switch screen {
  ///     case .shop(let route): route
  ///     case .help(let route): route
  ///     }
  ///   } wrap: { route in
  ///     switch route {
  ///     case let route as ShopRoute: .shop(route)
  ///     case let route as HelpRoute: .help(route)
  ///     default: nil
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// Visits on stacks of such elements are in the history of each route's own type. A stored route
  /// of a type that isn't in `types` can't be restored, and is kept in the file.
  ///
  /// - Parameters:
  ///   - types: The types of the routes, in any order. An element whose route has another type is
  ///     not stored, and ``NavStore/save(_:in:stack:account:)`` throws for it.
  ///   - unwrap: Returns the route of an element.
  ///   - wrap: Returns the element for a stored route. If it returns `nil` or throws, the route
  ///     can't be restored.
  public static func mixed(
    _ types: any NavRoute.Type..., unwrap: @escaping @Sendable (Element) -> any NavRoute,
    wrap: @escaping @Sendable (any NavRoute) throws -> Element?
  ) -> NavCoding {
    mixed(types, unwrap: unwrap, wrap: wrap)
  }

  /// Stores elements that are routes of several types.
  package static func mixed(
    _ types: [any NavRoute.Type], unwrap: @escaping @Sendable (Element) -> any NavRoute,
    wrap: @escaping @Sendable (any NavRoute) throws -> Element?
  ) -> NavCoding {
    NavCoding(form: RouteForm()) { (codecs) throws(NavStore.Error) in
      try .mixed(types, codecs, unwrap: unwrap, wrap: wrap)
    }
  }
}
