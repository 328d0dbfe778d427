/// A stored route as JSON, for changes from one version to the next.
///
/// ```swift
/// static let coding = NavCoding<ShopRoute>.codable(version: 2) { json, version in
///   // Version 1 had product(Int), version 2 has product(id: Int).
///   if version == 1 { json["product"]?.rename("_0", to: "id") }
/// }
/// ```
public enum NavJSON: Hashable, Sendable {
  /// The null value.
  case null
  /// A Boolean value.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A whole number that is too large for an `Int64`.
  case unsigned(UInt64)
  /// Any other number.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  indirect case array([NavJSON])
  /// An object.
  indirect case object([String: NavJSON])

  /// A member of an object, or `nil` if this isn't an object or has no such member.
  ///
  /// Setting `nil` removes the member. Setting a member of a value that isn't an object does
  /// nothing.
  public subscript(name: String) -> NavJSON? {
    get {
      if case .object(let members) = self { members[name] } else { nil }
    }
    set {
      guard case .object(var members) = self else { return }
      members[name] = newValue
      self = .object(members)
    }
  }

  /// Renames a member of an object.
  ///
  /// Does nothing if this isn't an object or has no such member.
  public mutating func rename(_ name: String, to newName: String) {
    guard name != newName, let value = self[name] else { return }
    self[name] = nil
    self[newName] = value
  }
}

/// A wrapper that makes ``NavJSON`` values `Codable`, so that the API has no such conformance.
package struct CodableJSON {
  package let json: NavJSON
}

extension CodableJSON: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    json =
      if container.decodeNil() {
        .null
      } else if let value = try? container.decode(Bool.self) {
        .bool(value)
      } else if let value = try? container.decode(Int64.self) {
        .integer(value)
      } else if let value = try? container.decode(UInt64.self) {
        .unsigned(value)
      } else if let value = try? container.decode(Double.self) {
        .number(value)
      } else if let value = try? container.decode(String.self) {
        .string(value)
      } else if let value = try? container.decode([CodableJSON].self) {
        .array(value.map(\.json))
      } else {
        .object(try container.decode([String: CodableJSON].self).mapValues(\.json))
      }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch json {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value.map(CodableJSON.init(json:)))
    case .object(let value): try container.encode(value.mapValues(CodableJSON.init(json:)))
    }
  }
}
