import NavStorePlatform

extension RouteCodec where R: NavRoute {
  /// Above so many bytes a joined copy costs more than it saves.
  private static var joinedLimit: Int { 65_536 }

  /// Decodes several routes as one array: a decoder's start takes about a sixth of the time of a
  /// route.
  ///
  /// Nil if any of them is not intact, of another tag or shape, or does not decode: then each
  /// is to be decoded by itself.
  static func decodeJoined(
    _ raws: [RawRoute], _ evolution: RouteEvolution, with coder: JSONCoder
  ) -> [R]? {
    guard raws.count > 1, !evolution.hasRenamedCases else { return nil }
    var json: [UInt8] = []
    json.reserveCapacity(1_024)
    for raw in raws {
      guard raw.tag == evolution.tag, raw.version == evolution.version, raw.isIntact,
        json.count + raw.payload.count < joinedLimit
      else { return nil }
      json.append(UInt8(ascii: json.isEmpty ? "[" : ","))
      raw.payload.withUnsafeBytes { json.append(contentsOf: $0) }
    }
    json.append(UInt8(ascii: "]"))
    // What is intact was written by an encoder, a single value each; the count makes sure.
    let routes = coder.decode([R].self, from: Data(json))
    return routes?.count == raws.count ? routes : nil
  }
}

extension RouteCodec {
  /// The routes in the same order, without those at `missing`, which do not decode or are none.
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
