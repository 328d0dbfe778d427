#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that stands in a link as text: in one segment of its path, or in one query item.
///
/// `String`, `Bool`, `Double`, `UUID` and the usual integers are. A `RawRepresentable` of one of
/// them, or anything `LosslessStringConvertible`, only has to say so:
///
/// ```swift
/// enum Genre: String, NavLinkValue { case crime, poetry }
/// ```
public protocol NavLinkValue: NavLinkParameter {
  /// The value that `linkText` stands for; nil where it stands for none. Percent-decoded already.
  init?(linkText: String)

  /// The value as text, not percent-encoded.
  var linkText: String { get }
}

/// What a placeholder of a ``NavPattern`` captures: a ``NavLinkValue``; an optional one, for a query
/// item that may be missing; or an array, for a query item that may repeat and for the rest of a
/// path. Not for conforming to: conform to ``NavLinkValue``.
public protocol NavLinkParameter: Sendable {
  /// How many texts it takes.
  static var linkArity: NavLinkArity { get }

  /// The value of the texts that were found in a link; nil where they are no value of this type.
  static func fromLink(_ texts: [String]) -> Self?

  /// The texts that stand for the value in a link.
  var linkTexts: [String] { get }
}

/// How many texts a ``NavLinkParameter`` takes.
public enum NavLinkArity: Sendable, Hashable {
  /// One, always.
  case one
  /// One or none.
  case optional
  /// Any number.
  case many
}

extension NavLinkValue {
  /// One.
  public static var linkArity: NavLinkArity { .one }

  /// The value of the first text.
  public static func fromLink(_ texts: [String]) -> Self? {
    texts.first.flatMap { Self(linkText: $0) }
  }

  /// Its one text.
  public var linkTexts: [String] { [linkText] }
}

extension Optional: NavLinkParameter where Wrapped: NavLinkValue {
  /// One or none.
  public static var linkArity: NavLinkArity { .optional }

  /// Nil inside where there is no text; nil where the text is no value.
  public static func fromLink(_ texts: [String]) -> Wrapped?? {
    guard let text = texts.first else { return .some(nil) }
    return Wrapped(linkText: text).map { .some($0) }
  }

  /// Its text, if it has one.
  public var linkTexts: [String] { map { [$0.linkText] } ?? [] }
}

extension Array: NavLinkParameter where Element: NavLinkValue {
  /// Any number.
  public static var linkArity: NavLinkArity { .many }

  /// The values of all texts; nil where one of them is none.
  public static func fromLink(_ texts: [String]) -> [Element]? {
    var values: [Element] = []
    values.reserveCapacity(texts.count)
    for text in texts {
      guard let value = Element(linkText: text) else { return nil }
      values.append(value)
    }
    return values
  }

  /// The text of each element.
  public var linkTexts: [String] { map(\.linkText) }
}

// MARK: - Types that are values

extension NavLinkValue where Self: LosslessStringConvertible {
  /// The value of its description.
  public init?(linkText: String) { self.init(linkText) }

  /// Its description.
  public var linkText: String { description }
}

extension NavLinkValue where Self: RawRepresentable, RawValue: NavLinkValue {
  /// The value of a raw value.
  public init?(linkText: String) {
    guard let rawValue = RawValue(linkText: linkText) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// Its raw value.
  public var linkText: String { rawValue.linkText }
}

extension String: NavLinkValue {}
extension Bool: NavLinkValue {}
extension Int: NavLinkValue {}
extension Int32: NavLinkValue {}
extension Int64: NavLinkValue {}
extension UInt: NavLinkValue {}
extension UInt32: NavLinkValue {}
extension UInt64: NavLinkValue {}

extension Double: NavLinkValue {
  /// A finite number; `nan` and `inf` are none.
  public init?(linkText: String) {
    guard let number = Double(linkText), number.isFinite else { return nil }
    self = number
  }
}

extension UUID: NavLinkValue {
  /// A UUID in its usual form, in either case.
  public init?(linkText: String) { self.init(uuidString: linkText) }

  /// Its usual form, in upper case.
  public var linkText: String { uuidString }
}
