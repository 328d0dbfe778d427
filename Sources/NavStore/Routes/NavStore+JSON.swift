extension NavStore {
  /// A stored route as JSON, for upgrade steps.
  ///
  /// ```swift
  /// static let routeForm = NavStore.RouteForm(version: 2) { json, version in
  ///   // Version 1 had product(Int); version 2 has product(id: Int).
  ///   if version == 1 { json["product"]?.rename("_0", to: "id") }
  /// }
  /// ```
  public enum JSON: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A whole number beyond those.
    case unsigned(UInt64)
    /// Any other number.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    indirect case array([JSON])
    /// An object.
    indirect case object([String: JSON])

    /// The member `name` of an object; nil if this is none, or has no such member. Setting nil
    /// removes it; setting a member of something else than an object does nothing.
    public subscript(name: String) -> JSON? {
      get {
        if case .object(let members) = self { members[name] } else { nil }
      }
      set {
        guard case .object(var members) = self else { return }
        members[name] = newValue
        self = .object(members)
      }
    }

    /// Gives the member `name` of an object another name; does nothing if there is none.
    public mutating func rename(_ name: String, to newName: String) {
      guard name != newName, let value = self[name] else { return }
      self[name] = nil
      self[newName] = value
    }
  }
}

extension NavStore.JSON: Codable {
  /// Reads any JSON value.
  ///
  /// - Throws: What the decoder throws.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .unsigned(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([NavStore.JSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: NavStore.JSON].self))
    }
  }

  /// Writes the value.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
