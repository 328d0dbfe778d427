/// Routes that were encoded ahead of the batch that needs them, so that none is encoded twice.
struct EncodedRoutes<R: Sendable> {
  private var routes: [R] = []
  private var stored: [StoredRoute] = []
  private var used = 0

  mutating func append(_ form: StoredRoute, of route: R) {
    routes.append(route)
    stored.append(form)
  }

  /// The stored form of `route`, where that is the next one, bit for bit.
  mutating func take(_ route: R) -> StoredRoute? {
    guard used < stored.count, haveSameBits(routes[used], route) else { return nil }
    used += 1
    return stored[used - 1]
  }
}
