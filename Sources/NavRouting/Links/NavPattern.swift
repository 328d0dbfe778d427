/// One kind of link, and the route or the stack that it opens.
///
/// ```swift
/// NavPattern("cart", .cart)
/// NavPattern("product?id={id}", AppRoute.product(id:))
/// NavPattern("category/{name}/product/{id}") { (name: String, id: Int) in
///   [.category(name), .product(id: id)]
/// }
/// ```
///
/// A template is a path, and after a `?` the query items that matter:
/// - `{name}` captures one segment, or the value of a query item;
/// - `{name*}` at the end captures the rest of the path, which may be nothing, as an array;
/// - anything else must be there as it stands (`tab=reviews` in the query too).
///
/// The values come in the order of their placeholders, as the types that the closure takes: see
/// ``NavLinkParameter``. A query item whose type is optional or an array may be missing; where one
/// that is not an array repeats, the first counts. Query items that are not in the template do not
/// matter.
///
/// A pattern of enum cases also prints: ``NavLinks/url(for:scheme:)-(Route,_)``. One whose routes are made in
/// another way needs `print`.
public struct NavPattern<Route: Hashable & Sendable>: Sendable {
  let template: NavLinkTemplate
  let arities: [NavLinkArity]

  /// The stack for the texts of each placeholder; nil or an error where there is none.
  let open: @Sendable ([[String]]) throws -> [Route]?

  /// The texts that make a stack; nil where it is not of this pattern.
  let print: @Sendable ([Route]) -> [[String]]?

  private(set) var names: [String] = []
  private(set) var place = ""
  private(set) var requiresSignIn = false
  private(set) var launchRule: NavLaunchRule?
  private(set) var arrivalRule: NavArrivalRule?

  /// Links without values, which open `routes`, bottom first; none of them is the root screen.
  public init(_ template: String, _ routes: Route...) {
    self.template = NavLinkTemplate(template)
    arities = []
    open = { _ in routes }
    print = { $0 == routes ? [] : nil }
  }

  /// Links that open one route.
  ///
  /// - Parameters:
  ///   - template: What the links look like.
  ///   - open: Makes the route; nil or an error refuses the link. Should do nothing else.
  public init<each P: NavLinkParameter>(
    _ template: String, _ open: @escaping @Sendable (repeat each P) throws -> Route?
  ) {
    self.init(
      template, stack: { (value: repeat each P) in try open(repeat each value).map { [$0] } })
  }

  /// Links that open a stack.
  ///
  /// - Parameters:
  ///   - template: What the links look like.
  ///   - open: Makes the stack, bottom first; an error refuses the link. Should do nothing else.
  public init<each P: NavLinkParameter>(
    _ template: String, _ open: @escaping @Sendable (repeat each P) throws -> [Route]
  ) {
    self.init(template, stack: { (value: repeat each P) in try open(repeat each value) })
  }

  /// Links that open one route, and how to print it.
  ///
  /// - Parameters:
  ///   - template: What the links look like.
  ///   - open: Makes the route; nil or an error refuses the link. Should do nothing else.
  ///   - print: The values of a route that this pattern opens; nil for others.
  public init<each P: NavLinkParameter>(
    _ template: String, _ open: @escaping @Sendable (repeat each P) throws -> Route?,
    print: @escaping @Sendable (Route) -> (repeat each P)?
  ) {
    self.init(
      template, stack: { (value: repeat each P) in try open(repeat each value).map { [$0] } },
      print: { routes in
        guard routes.count == 1, let values = print(routes[0]) else { return nil }
        return linkTexts(repeat each values)
      })
  }

  private init<each P: NavLinkParameter>(
    _ template: String, stack: @escaping @Sendable (repeat each P) throws -> [Route]?,
    print: (@Sendable ([Route]) -> [[String]]?)? = nil
  ) {
    self.template = NavLinkTemplate(template)
    var arities: [NavLinkArity] = []
    for arity in repeat (each P).linkArity { arities.append(arity) }
    self.arities = arities
    open = { texts in
      var reader = TextReader(texts: texts)
      return try stack(repeat reader.next((each P).self))
    }
    self.print =
      print ?? { routes in
        var reader = FieldReader(of: routes)
        guard let values = try? (repeat reader.next((each P).self)), reader.isAtEnd,
          // What was read from the routes counts only where it makes these very routes.
          (try? stack(repeat each values)) == routes
        else { return nil }
        return linkTexts(repeat each values)
      }
  }
}

// MARK: - What else is declared

extension NavPattern {
  /// Opens in the router that is attached under `place`, where there are several.
  public func `in`(_ place: String) -> NavPattern {
    with { $0.place = place }
  }

  /// Is parked until the user has signed in: see ``NavDoor/isSignedIn``.
  public func requiringSignIn() -> NavPattern {
    with { $0.requiresSignIn = true }
  }

  /// Has a launch rule of its own.
  public func atLaunch(_ rule: NavLaunchRule) -> NavPattern {
    with { $0.launchRule = rule }
  }

  /// Has a rule of its own for links that come later.
  public func whileRunning(_ rule: NavArrivalRule) -> NavPattern {
    with { $0.arrivalRule = rule }
  }

  /// Is also what a shortcut item or a user activity of this type opens. For patterns without
  /// placeholders, or with optional ones only.
  public func named(_ type: String) -> NavPattern {
    with { $0.names.append(type) }
  }

  private func with(_ change: (inout NavPattern) -> Void) -> NavPattern {
    var copy = self
    change(&copy)
    return copy
  }
}
