/// Why a link was not opened. Nothing has changed then.
public struct NavLinkRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of refusal; compare this.
  public let reason: Reason

  /// What is wrong, in a sentence for logs: names the pattern and the placeholder, never a part of
  /// the link.
  public let description: String

  init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }

  /// The kind of a refusal. More may come in later versions.
  public struct Reason: Hashable, Sendable {
    let name: String

    /// Not a valid link: not a URL; too long; percent-encoded bytes that are not UTF-8; a `.` or
    /// `..` in the path; a user, a password or an unusual port; a payload without a link or with a
    /// route that does not decode.
    public static let malformed = Reason(name: "malformed")

    /// A link of another app or another site: its scheme or its host was not declared.
    public static let notOurs = Reason(name: "notOurs")

    /// No pattern has this path, or the name of this shortcut or activity.
    public static let unknownPath = Reason(name: "unknownPath")

    /// A value is missing, or is not of its type.
    public static let badValue = Reason(name: "badValue")

    /// The pattern's closure returned nil or threw.
    public static let declined = Reason(name: "declined")

    /// The link was kept, and given up before it could be opened: it became too old, newer ones took
    /// its place, or ``NavDeepLinks/cancelParked()`` or signing out dropped it.
    public static let dropped = Reason(name: "dropped")
  }
}

extension NavLinkRefusal {
  static var invalidURL: NavLinkRefusal { .init(.malformed, "The link is not a valid URL.") }
  static var tooLong: NavLinkRefusal { .init(.malformed, "The link is too long.") }
  static var badPayload: NavLinkRefusal {
    .init(.malformed, "The payload has neither a link nor a route that decodes.")
  }
  static var unknownScheme: NavLinkRefusal {
    .init(.notOurs, "The link's scheme is none of the app's.")
  }
  static var unknownHost: NavLinkRefusal {
    .init(.notOurs, "The link's host is none of the app's.")
  }
  static var unknownPath: NavLinkRefusal { .init(.unknownPath, "No pattern has the link's path.") }
  static var unknownName: NavLinkRefusal {
    .init(.unknownPath, "No pattern has the name of this shortcut or activity.")
  }

  static func badValue(_ placeholder: String, in template: LinkTemplate) -> NavLinkRefusal {
    .init(.badValue, "The value of {\(placeholder)} in \"\(template.text)\" is missing or invalid.")
  }
  static func declined(by template: LinkTemplate) -> NavLinkRefusal {
    .init(.declined, "The closure of \"\(template.text)\" returned no route.")
  }
}
