/// Routes that were encoded ahead of the batch that needs them, so that none is encoded twice.
struct EncodedRoutes {
  private var encoded: [(route: AnyRoute, form: StoredRoute)] = []
  private var used = 0

  mutating func append(_ form: StoredRoute, of route: AnyRoute) {
    encoded.append((route, form))
  }

  /// The stored form of `route`, where that is the next one.
  mutating func take(_ route: AnyRoute) -> StoredRoute? {
    guard used < encoded.count, encoded[used].route === route else { return nil }
    used += 1
    return encoded[used - 1].form
  }
}
