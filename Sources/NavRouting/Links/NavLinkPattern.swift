import NavStore

/// One kind of link, and the route or the stack that it opens.
///
/// ```swift
/// NavLinkPattern("cart", .cart)
/// NavLinkPattern("product?id={id}", AppRoute.product(id:))
/// NavLinkPattern("category/{name}/product/{id}") { (name: String, id: Int) in
///   [.category(name), .product(id: id)]
/// }
/// ```
///
/// A template is a path, followed by the query items that matter:
/// - `{name}` captures one path segment, or the value of a query item;
/// - `{name*}` at the end captures the rest of the path, which may be empty, as an array;
/// - all other text must be there as it stands (`tab=reviews` in the query too).
///
/// The closure takes the values in the order of their placeholders. A value's type is any `Codable`
/// that encodes as one text, number or truth value: `String`, `Int`, `Double`, `Bool`, `UUID`, an
/// enum with raw values. A query item that may be missing is optional; one that may repeat, and the
/// rest of a path, is an array. If an item that isn't an array repeats, the first one counts. Query
/// items that are not in the template do not matter.
///
/// A pattern also prints links: ``NavDeepLinks/url(for:scheme:)-(Route,_)``. The values are read from the
/// cases of the enum; a pattern that computes its route needs `print`.
public struct NavLinkPattern<Route: NavElement>: Sendable {
  let template: LinkTemplate
  let forms: [LinkValueForm]

  /// The stack for the texts of each placeholder; nil or an error if there is none.
  let open: @Sendable ([[String]]) throws -> [Route]?

  /// The texts that make a stack; nil if it is not of this pattern.
  let print: @Sendable ([Route]) -> [[String]]?

  private(set) var options = LinkOptions()

  /// Links without values, which open `routes`, bottom first; no routes are the root screen.
  public init(_ template: String, _ routes: Route...) {
    self.template = LinkTemplate(template)
    forms = []
    open = { _ in routes }
    print = { $0 == routes ? [] : nil }
  }

  /// Links that open one route.
  ///
  /// - Parameters:
  ///   - template: What the links look like.
  ///   - open: Makes the route, and does nothing else; nil or an error refuses the link.
  ///   - print: The values of a route that this pattern opens, nil for other routes; needed only if
  ///     the values do not stand in the route as `open` takes them.
  public init<each Value: Codable & Sendable>(
    _ template: String, _ open: @escaping @Sendable (repeat each Value) throws -> Route?,
    print: (@Sendable (Route) -> (repeat each Value)?)? = nil
  ) {
    var printStack: (@Sendable ([Route]) -> (repeat each Value)?)?
    if let print {
      printStack = { routes in routes.count == 1 ? print(routes[0]) : nil }
    }
    self.init(
      template, stack: { (value: repeat each Value) in try open(repeat each value).map { [$0] } },
      print: printStack)
  }

  /// Links that open a stack.
  ///
  /// - Parameters:
  ///   - template: What the links look like.
  ///   - open: Makes the stack, bottom first, and does nothing else; an error refuses the link.
  public init<each Value: Codable & Sendable>(
    _ template: String, _ open: @escaping @Sendable (repeat each Value) throws -> [Route]
  ) {
    self.init(template, stack: { (value: repeat each Value) in try open(repeat each value) })
  }

  private init<each Value: Codable & Sendable>(
    _ template: String, stack: @escaping @Sendable (repeat each Value) throws -> [Route]?,
    print: (@Sendable ([Route]) -> (repeat each Value)?)? = nil
  ) {
    self.template = LinkTemplate(template)
    var forms: [LinkValueForm] = []
    for form in repeat LinkValueForm((each Value).self) { forms.append(form) }
    self.forms = forms
    open = { texts in
      var reader = LinkValueReader(texts)
      return try stack(repeat reader.next((each Value).self))
    }
    let values =
      print ?? { routes in
        var reader = RouteValueReader(routes)
        guard let values = try? (repeat reader.next((each Value).self)), reader.isAtEnd,
          // What was read from the routes counts only if it makes these very routes.
          (try? stack(repeat each values)) == routes
        else { return nil }
        return values
      }
    self.print = { routes in
      guard let values = values(routes) else { return nil }
      return LinkEncoder.texts(repeat each values)
    }
  }
}

// MARK: - What else is declared

/// What a pattern says about opening its links.
struct LinkOptions: Hashable, Sendable {
  var names: [String] = []
  var place = ""
  var requiresSignIn = false
  var atLaunch: NavLinkRule?
  var whileRunning: NavLinkRule?
}

extension NavLinkPattern {
  /// Opens in the router that is attached as `place`, if an app has several.
  public func `in`(_ place: String) -> NavLinkPattern {
    with { $0.place = place }
  }

  /// Parks its links until the user has signed in: see ``NavDeepLinks/isSignedIn``.
  public func requiringSignIn() -> NavLinkPattern {
    with { $0.requiresSignIn = true }
  }

  /// Has rules of its own; those that are left out stay as ``NavDeepLinks`` declares them.
  public func rule(
    atLaunch: NavLinkRule? = nil, whileRunning: NavLinkRule? = nil
  ) -> NavLinkPattern {
    with {
      $0.atLaunch = atLaunch ?? $0.atLaunch
      $0.whileRunning = whileRunning ?? $0.whileRunning
    }
  }

  /// Also opens for a shortcut item or a user activity of this type. For patterns without
  /// placeholders, or with optional ones only.
  public func named(_ type: String) -> NavLinkPattern {
    with { $0.names.append(type) }
  }

  private func with(_ change: (inout LinkOptions) -> Void) -> NavLinkPattern {
    var copy = self
    change(&copy.options)
    return copy
  }
}

/// Collects the patterns of a ``NavDeepLinks``.
@resultBuilder
public enum NavLinkPatternBuilder<Route: NavElement> {
  /// One pattern.
  public static func buildExpression(_ pattern: NavLinkPattern<Route>) -> [NavLinkPattern<Route>] {
    [pattern]
  }

  /// Patterns that were made elsewhere.
  public static func buildExpression(
    _ patterns: [NavLinkPattern<Route>]
  ) -> [NavLinkPattern<Route>] {
    patterns
  }

  /// All patterns, in order.
  public static func buildBlock(_ patterns: [NavLinkPattern<Route>]...) -> [NavLinkPattern<Route>] {
    patterns.flatMap { $0 }
  }

  /// The patterns inside an `if`.
  public static func buildOptional(_ patterns: [NavLinkPattern<Route>]?) -> [NavLinkPattern<Route>]
  {
    patterns ?? []
  }
}
