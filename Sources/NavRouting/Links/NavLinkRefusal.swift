/// Why a link was not opened. Nothing has changed then.
///
/// Its text names no part of the link, only of its pattern: refusals end up in logs.
public struct NavLinkRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of refusal; compare this.
  public let code: Code

  /// The template of the pattern that the link was for; nil where it was for none.
  public let pattern: String?

  /// With code `badParameter`: the name of the placeholder.
  public let parameter: String?

  init(_ code: Code, pattern: String? = nil, parameter: String? = nil) {
    self.code = code
    self.pattern = pattern
    self.parameter = parameter
  }

  /// The code, the pattern and the placeholder.
  public var description: String {
    var text = "NavLinkRefusal.\(code)"
    if let pattern { text += " in \"\(pattern)\"" }
    if let parameter { text += ": {\(parameter)}" }
    return text
  }
}

extension NavLinkRefusal {
  /// The kind of a refusal. More may come in later versions.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private let name: String

    /// The name, as in `unknownHost`.
    public var description: String { name }

    /// Not a URL; percent-encoded bytes that are not UTF-8; a `.` or `..` in the path; a user, a
    /// password or an unusual port.
    public static let malformed = Code(name: "malformed")
    /// Longer than ``NavLinks/maximumLength``.
    public static let tooLong = Code(name: "tooLong")
    /// Neither a web link nor one of the app's schemes.
    public static let unknownScheme = Code(name: "unknownScheme")
    /// A web link to another host.
    public static let unknownHost = Code(name: "unknownHost")
    /// No pattern has this path.
    public static let unknownPath = Code(name: "unknownPath")
    /// No pattern has the name of this shortcut or activity.
    public static let unknownName = Code(name: "unknownName")
    /// A value that is missing, or not of its type.
    public static let badParameter = Code(name: "badParameter")
    /// The pattern's closure gave nil, or threw.
    public static let declined = Code(name: "declined")
    /// A payload with no link, or with a route that does not decode.
    public static let badPayload = Code(name: "badPayload")
    /// A link that waited, and newer ones took its place.
    public static let superseded = Code(name: "superseded")
    /// A link that waited for longer than ``NavDoorSettings/keepsFor``.
    public static let expired = Code(name: "expired")
    /// A link that was parked when the user signed out, or ``NavDoor/cancelParked()`` was called.
    public static let cancelled = Code(name: "cancelled")
  }
}
