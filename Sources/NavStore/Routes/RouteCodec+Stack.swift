import NavStorePlatform

extension RouteCodec where R: NavRoute {
  /// The size of the joined routes, in bytes, above which joining them takes longer than it saves.
  private static var joinedLimit: Int { 65_536 }

  /// Decodes several routes as one array, because starting a decoder takes about a sixth of the
  /// time for a route.
  ///
  /// Returns `nil` for a single route, for routes that are too large to join, and for a type with
  /// renamed cases. Also returns `nil` if a route is not intact, isn't stored under the current tag
  /// and version, or can't be decoded. The caller then decodes each route alone.
  static func decodeJoined(
    _ raws: [RawRoute], _ evolution: RouteEvolution, with coder: JSONCoder
  ) -> [R]? {
    guard raws.count > 1, !evolution.hasRenamedCases else { return nil }
    var json: [UInt8] = []
    json.reserveCapacity(1_024)
    for raw in raws {
      guard raw.tag == evolution.tag, raw.version == evolution.form.version, raw.isIntact,
        json.count + raw.payload.count < joinedLimit
      else { return nil }
      json.append(UInt8(ascii: json.isEmpty ? "[" : ","))
      json += raw.payload
    }
    json.append(UInt8(ascii: "]"))
    // Each intact payload is a single JSON value, because an encoder wrote it. Equal numbers of
    // routes and payloads confirm this.
    let routes = coder.decode([R].self, from: json)
    return routes?.count == raws.count ? routes : nil
  }
}

extension RouteCodec {
  /// Returns the decoded routes in order, and the indices of the routes that are missing or can't
  /// be decoded.
  func routes(_ raws: [RawRoute?]) -> (routes: [R], missing: [Int]) {
    let present = raws.compactMap { $0 }
    if present.count == raws.count, let routes = decodeAll(present) { return (routes, []) }
    var routes: [R] = []
    var missing: [Int] = []
    for (index, raw) in raws.enumerated() {
      if let raw, let route = try? decode(raw) {
        routes.append(route)
      } else {
        missing.append(index)
      }
    }
    return (routes, missing)
  }
}
