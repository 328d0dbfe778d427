import NavStorePlatform

extension RouteCodec {
  /// The size of the joined routes, in bytes, above which joining them takes longer than it saves.
  private static var joinedLimit: Int { 65_536 }

  /// Decodes several routes as one array, because starting a decoder takes about a sixth of the
  /// time for a route.
  ///
  /// Returns `nil` for a single route, for routes that are too large to join, and for a type with
  /// renamed cases. Also returns `nil` if a route is not intact, isn't stored under the current tag
  /// and version, or can't be decoded. The caller then decodes each route alone.
  static func decodeJoined<R: NavRoute>(
    _ raws: [RawRoute], as type: R.Type, _ evolution: RouteEvolution, with coder: JSONCoder
  ) -> [R]? {
    guard raws.count > 1, evolution.form.renaming.isEmpty else { return nil }
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

  /// Returns the routes that are present and can be decoded, in order, with their indices in `raws`.
  func routes<R: NavElement>(
    _ raws: [RawRoute?], as type: R.Type
  ) -> (routes: [R], indices: [Int]) {
    let present = raws.compactMap { $0 }
    if present.count == raws.count, let routes = decodeAll(present)?.routes as? [R] {
      return (routes, Array(raws.indices))
    }
    var (routes, indices): ([R], [Int]) = ([], [])
    for (index, raw) in raws.enumerated() {
      guard let raw, let route = try? decode(raw) else { continue }
      routes.append(route.unboxed(as: type))
      indices.append(index)
    }
    return (routes, indices)
  }
}
