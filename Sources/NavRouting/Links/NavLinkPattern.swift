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
/// A template is a path, followed by query items:
/// - `{name}` captures one path segment, or the value of a query item;
/// - `{name*}` at the end captures the rest of the path, which may be empty, as an array;
/// - all other text must be equal in the link, also in the query (`tab=reviews`).
///
/// A value's type is any `Codable` type that encodes as one string, number or Boolean: `String`,
/// `Int`, `Double`, `Bool`, `UUID`, an enum with raw values. Use an optional type for a query item
/// that may be missing, and an array for a query item that may repeat and for the rest of a path.
/// If a query item whose type isn't an array repeats in a link, its first value is used. Query
/// items that are not in the template are ignored.
///
/// A pattern also creates links: ``NavDeepLinks/url(for:scheme:)-(Element,_)``. The values of a
/// created link are the associated values of the path's enum cases. A pattern whose closure
/// computes other values therefore creates no links.
public struct NavLinkPattern<Element: NavElement>: Sendable {
  let template: LinkTemplate
  let forms: [LinkValueForm]

  /// Returns the path that a link opens, from the link's texts for each placeholder.
  let open: @Sendable ([[String]]) throws -> [Element]

  /// Returns the texts for each placeholder in a link to a path, or `nil` if the pattern doesn't
  /// open that path.
  let print: @Sendable ([Element]) -> [[String]]?

  private(set) var options = LinkOptions()

  /// Creates a pattern for links without values.
  ///
  /// - Parameters:
  ///   - template: The shape of the links.
  ///   - path: The path that the links open, bottom first. An empty path is the root screen.
  public init(_ template: String, _ path: Element...) {
    self.template = LinkTemplate(template)
    forms = []
    open = { _ in path }
    print = { $0 == path ? [] : nil }
  }

  /// Creates a pattern for links with values that open one screen.
  ///
  /// - Parameters:
  ///   - template: The shape of the links.
  ///   - screen: Returns the screen for the template's values, from left to right, without side
  ///     effects. If it returns `nil` or throws, the link is refused.
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

  /// Creates a pattern for links with values that open a path.
  ///
  /// - Parameters:
  ///   - template: The shape of the links.
  ///   - path: Returns the path for the template's values, from left to right, without side
  ///     effects. If it throws, the link is refused.
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
      var reader = LinkValueReader(path: elements)
      guard let values = try? (repeat reader.next((each Value).self)), reader.isAtEnd,
        // The closure may change its values, so use the values only if they result in the same
        // path.
        (try? path(repeat each values)) == elements
      else { return nil }
      var texts: [[String]] = []
      for value in repeat each values { texts.append(linkTexts(of: value)) }
      return texts
    }
  }

  /// Opens the links in a tab, and selects it.
  ///
  /// The tab is ignored if the links are received in a single stack. Tabs with identifiers of
  /// another type refuse the links, and a fault is logged.
  public func `in`<TabID: Hashable & Codable>(_ tab: TabID) -> NavLinkPattern {
    with { $0.tab = LinkTab(tab) }
  }

  /// Opens the links in the stack with this name.
  ///
  /// Once a pattern names a stack, that stack receives only links whose patterns name it.
  public func `in`(stack: String) -> NavLinkPattern {
    with { $0.stack = StoredNames.own(stack) }
  }

  /// Keeps the links pending until the scene has a window with an account.
  public func requiringSignIn() -> NavLinkPattern {
    with { $0.requiresSignIn = true }
  }

  /// Replaces the table's rules for the links of this pattern.
  ///
  /// Without `atLaunch`, the table's rule at launch applies: see ``NavDeepLinks``.
  public func rule(_ rule: NavLinkRule, atLaunch: NavLinkRule? = nil) -> NavLinkPattern {
    with { ($0.rule, $0.ruleAtLaunch) = (rule, atLaunch) }
  }

  /// Opens the path of this pattern also for Home Screen shortcuts and user activities of a type.
  ///
  /// Use it for patterns without required values.
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

  /// The name in the file of the stack that opens the links.
  var stack: String?
  var requiresSignIn = false
  var rule: NavLinkRule?
  var ruleAtLaunch: NavLinkRule?
}

/// A tab that a pattern names, stored as text, because tabs need not be `Sendable`.
struct LinkTab: Hashable, Sendable {
  let type: String
  private let id: ObjectIdentifier
  private let name: String

  init<TabID: Codable>(_ tab: TabID) {
    type = "\(TabID.self)"
    id = ObjectIdentifier(TabID.self)
    name = text(of: tab)
  }

  /// Returns the tab, or `nil` if the tab is of another type than `type`.
  func value<TabID: Codable>(_ type: TabID.Type = TabID.self) -> TabID? {
    id == ObjectIdentifier(type) ? NavRouting.value(ofText: name) : nil
  }
}

/// The builder of a table of deep links.
@resultBuilder
public enum NavLinkPatternBuilder<Element: NavElement> {
  /// Adds a pattern to the table. NB: without this method, `NavLinkPattern("cart", .cart)` doesn't
  /// compile.
  public static func buildExpression(
    _ pattern: NavLinkPattern<Element>
  ) -> [NavLinkPattern<Element>] {
    [pattern]
  }

  /// Joins the patterns of a table.
  public static func buildBlock(
    _ patterns: [NavLinkPattern<Element>]...
  ) -> [NavLinkPattern<Element>] {
    patterns.flatMap { $0 }
  }

  /// Adds the patterns inside an `if` to the table.
  public static func buildOptional(
    _ patterns: [NavLinkPattern<Element>]?
  ) -> [NavLinkPattern<Element>] {
    patterns ?? []
  }
}
