import NavStorePlatform

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
