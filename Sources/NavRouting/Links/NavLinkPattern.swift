import NavStore

/// A link template, and the path that it opens.
///
/// ```swift
/// NavLinkPattern("cart", .cart)
/// NavLinkPattern("product?id={id}", AppRoute.product(id:))
/// NavLinkPattern("category/{name}/product/{id}", path: {
///   [.category($0), .product(id: $1)]
/// })
/// ```
///
/// A template is a path, followed by the query items that matter:
/// - `{name}` captures one path segment, or the value of a query item;
/// - `{name*}` at the end captures the rest of the path, which may be empty, as an array;
/// - all other text must occur in the link (`tab=reviews` in the query too).
///
/// A value's type is any `Codable` that encodes as one text, number or truth value: `String`, `Int`,
/// `Double`, `Bool`, `UUID`, an enum with raw values. A query item that may be missing is optional. One that
/// may repeat, and the rest of a path, is an array. If an item that isn't an array repeats, the first one
/// counts. Query items that are not in the template do not matter.
///
/// A pattern also makes links: ``NavDeepLinks/url(for:scheme:)-(Element,_)``. The values are read from the
/// cases of the enum, so a pattern that computes its path makes none.
public struct NavLinkPattern<Element: NavElement>: Sendable {
  let template: LinkTemplate
  let forms: [LinkValueForm]

  /// Returns the path for the texts of each placeholder.
  let open: @Sendable ([[String]]) throws -> [Element]

  /// Returns the texts that make a path; `nil` if the path is not of this pattern.
  let print: @Sendable ([Element]) -> [[String]]?

  private(set) var options = LinkOptions()

  /// Links without values.
  ///
  /// - Parameters:
  ///   - template: The shape of the links.
  ///   - path: The path that they open, bottom first. An empty path is the root screen.
  public init(_ template: String, _ path: Element...) {
    self.template = LinkTemplate(template)
    forms = []
    open = { _ in path }
    print = { $0 == path ? [] : nil }
  }

  /// Links with values that open one screen.
  ///
  /// - Parameters:
  ///   - template: The shape of the links.
  ///   - screen: Returns the screen for the template's values, from left to right, and does nothing else.
  ///     `nil` or an error refuses the link.
  public init<each Value: Codable & Sendable>(
    _ template: String, _ screen: @escaping @Sendable (repeat each Value) throws -> Element?
  ) {
    self.init(
      template,
      path: { (value: repeat each Value) throws -> [Element] in
        guard let element = try screen(repeat each value) else { throw NavLinkRefusal.declined }
        return [element]
      })
  }

  /// Links with values that open a path.
  ///
  /// - Parameters:
  ///   - template: The shape of the links.
  ///   - path: Returns the path for the template's values, from left to right, and does nothing else. An
  ///     error refuses the link.
  public init<each Value: Codable & Sendable>(
    _ template: String, path: @escaping @Sendable (repeat each Value) throws -> [Element]
  ) {
    self.template = LinkTemplate(template)
    var forms: [LinkValueForm] = []
    for form in repeat LinkValueForm((each Value).self) { forms.append(form) }
    self.forms = forms
    open = { texts in
      var reader = LinkValueReader(texts)
      return try path(repeat reader.next((each Value).self))
    }
    print = { elements in
      var reader = RouteValueReader(elements)
      guard let values = try? (repeat reader.next((each Value).self)), reader.isAtEnd,
        // The values count only if they make the same path again.
        (try? path(repeat each values)) == elements
      else { return nil }
      return LinkTexts.of(repeat each values)
    }
  }

  /// Opens the links in a tab, and selects it. A stack that receives the links opens them itself.
  ///
  /// Tabs that receive the links and have identifiers of another type refuse them, and the log says so.
  public func `in`<TabID: Hashable & Codable>(_ tab: TabID) -> NavLinkPattern {
    with { $0.tab = LinkTab(tab) }
  }

  /// Opens the links in the stack with this name. It then receives only links that name it.
  public func `in`(stack: String) -> NavLinkPattern {
    with { $0.stack = stack }
  }

  /// Keeps the links until the scene has a window with an account.
  public func requiringSignIn() -> NavLinkPattern {
    with { $0.requiresSignIn = true }
  }

  /// Gives the links rules of their own. Without `atLaunch`, the rule at launch is that of the
  /// ``NavDeepLinks``.
  public func rule(_ rule: NavLinkRule, atLaunch: NavLinkRule? = nil) -> NavLinkPattern {
    with { ($0.rule, $0.ruleAtLaunch) = (rule, atLaunch) }
  }

  /// Also opens shortcuts and activities of a type. For patterns without values, or with optional ones only.
  public func named(_ type: String) -> NavLinkPattern {
    with { $0.names.append(type) }
  }

  private func with(_ change: (inout LinkOptions) -> Void) -> NavLinkPattern {
    var copy = self
    change(&copy.options)
    return copy
  }
}

/// The options of a pattern: its tab or stack, its rules and its sign-in requirement.
struct LinkOptions: Hashable, Sendable {
  var names: [String] = []
  var tab: LinkTab?
  var stack: String?
  var requiresSignIn = false
  var rule: NavLinkRule?
  var ruleAtLaunch: NavLinkRule?
}

/// A tab that a pattern names. Its value is kept as text, because tabs need not be `Sendable`.
struct LinkTab: Hashable, Sendable {
  let type: String
  private let id: ObjectIdentifier
  private let name: String

  init<TabID: Codable>(_ tab: TabID) {
    type = "\(TabID.self)"
    id = ObjectIdentifier(TabID.self)
    name = stackName(of: tab)
  }

  /// The tab; `nil` if it is of another type.
  func value<TabID: Codable>(_ type: TabID.Type = TabID.self) -> TabID? {
    id == ObjectIdentifier(type) ? NavRouting.value(ofStackName: name) : nil
  }
}

/// The builder of a table of deep links.
@resultBuilder
public enum NavLinkPatternBuilder<Element: NavElement> {
  /// Takes a pattern. NB: it is what makes `NavLinkPattern("cart", .cart)` compile.
  public static func buildExpression(
    _ pattern: NavLinkPattern<Element>
  ) -> [NavLinkPattern<Element>] {
    [pattern]
  }

  /// Joins patterns.
  public static func buildBlock(
    _ patterns: [NavLinkPattern<Element>]...
  ) -> [NavLinkPattern<Element>] {
    patterns.flatMap { $0 }
  }

  /// Takes the patterns inside an `if`.
  public static func buildOptional(
    _ patterns: [NavLinkPattern<Element>]?
  ) -> [NavLinkPattern<Element>] {
    patterns ?? []
  }
}
