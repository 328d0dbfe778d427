/// What is wrong with how links were declared. Found when they are declared, before any link comes.
public struct NavLinkProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let kind: Kind

  /// The template that it is wrong with, or the scheme or host.
  public let subject: String

  /// With kind `ambiguous`: the template that was declared before it, and wins. With kind
  /// `repeatedName` of a shortcut or activity: that name.
  public let other: String?

  init(_ kind: Kind, _ subject: String, other: String? = nil) {
    self.kind = kind
    self.subject = subject
    self.other = other
  }

  /// The kind and the templates.
  public var description: String {
    "NavLinkProblem.\(kind): \"\(subject)\"" + (other.map { " and \"\($0)\"" } ?? "")
  }
}

extension NavLinkProblem {
  /// The kind of a problem. More may come in later versions.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    private let name: String

    /// The name, as in `ambiguous`.
    public var description: String { name }

    /// A link could be of two patterns, neither of which is more specific. The first one declared
    /// gets it.
    public static let ambiguous = Kind(name: "ambiguous")
    /// A template that cannot be read. The pattern is left out, as with all kinds that follow.
    public static let malformed = Kind(name: "malformed")
    /// A `{name*}` that is not the last segment.
    public static let restNotLast = Kind(name: "restNotLast")
    /// A placeholder or a query item that stands in a template twice, or a shortcut's or activity's
    /// name that two patterns have.
    public static let repeatedName = Kind(name: "repeatedName")
    /// A closure that takes more or fewer values than the template has placeholders.
    public static let parameterCount = Kind(name: "parameterCount")
    /// A type that cannot stand where its placeholder does: optional or an array in a path segment,
    /// anything but an array for `{name*}`.
    public static let parameterType = Kind(name: "parameterType")
    /// A shortcut's or activity's name on a pattern that needs values.
    public static let namedWithParameters = Kind(name: "namedWithParameters")
    /// Not a scheme of the app's own.
    public static let badScheme = Kind(name: "badScheme")
    /// Not a host name alone.
    public static let badHost = Kind(name: "badHost")
  }
}

extension NavPattern {
  /// What is wrong with the pattern by itself.
  var problem: NavLinkProblem? {
    let kind = template.fault ?? typeFault
    return kind.map { NavLinkProblem($0, template.text) }
  }

  private var typeFault: NavLinkProblem.Kind? {
    guard arities.count == template.placeholders.count else { return .parameterCount }
    for (placeholder, arity) in zip(template.placeholders, arities) {
      switch placeholder.place {
      case .segment where arity != .one: return .parameterType
      case .rest where arity != .many: return .parameterType
      default: break
      }
    }
    let needsValues = zip(template.placeholders, arities).contains { placeholder, arity in
      placeholder.place != .rest && arity == .one
    }
    return names.isEmpty || !needsValues ? nil : .namedWithParameters
  }
}
