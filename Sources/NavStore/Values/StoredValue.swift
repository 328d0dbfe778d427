import NavStorePlatform

/// A small value in its stored form.
package enum StoredValue: Sendable, Equatable {
  case json([UInt8])

  /// A `Data`, which is stored without encoding, because it would be a third larger as JSON.
  case bytes([UInt8])

  /// A route that is a value of a window, such as its selection: as JSON and in its stored form.
  /// The value is deleted when the route is removed. If `restartsStack` is the name of a stack, a
  /// removal of the route also empties the path of that stack of the window.
  case route([UInt8], StoredRoute, restartsStack: String?)
  case removed
}

extension StoredValue {
  init(_ value: (any Encodable)?, limit: Int) throws(NavStore.Error) {
    guard let value else {
      self = .removed
      return
    }
    let data = value as? Data
    let bytes = if let data { [UInt8](data) } else { try JSONCoder().encode(value) }
    guard bytes.count <= limit else {
      throw .invalid(
        """
        A value takes \(bytes.count) bytes. The limit is \(limit). Store less.
        """)
    }
    self = data == nil ? .json(bytes) : .bytes(bytes)
  }

  func decoded<T: Decodable>(as type: T.Type) throws(NavStore.Error) -> T? {
    let decoded: T?
    switch self {
    case .json(let json), .route(let json, _, _): decoded = JSONCoder().decode(type, from: json)
    case .bytes(let bytes): decoded = Data(bytes) as? T
    case .removed: return nil
    }
    guard let value = decoded else {
      throw NavStore.Error(
        .codingFailed, "The stored value is not a \(type). Read it as the type that was stored.")
    }
    return value
  }
}
