#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavStore.Path {
  /// A path as data that describes itself, for a hand-off, a file or an app's own archive.
  ///
  /// As JSON it is an array with one object per route, bottom first: its tag, its version, and its
  /// JSON as a string, so that the very bytes come back whatever coder wrote them.
  ///
  /// ```json
  /// [{"tag":"ShopRoute","version":1,"route":"{\"product\":{\"id\":7}}"}]
  /// ```
  ///
  /// Decoding one needs no registry and does not fail because of a route in it; making a path of it
  /// does: ``restored(as:salvage:)``.
  public struct CodableRepresentation: Hashable, Sendable {
    private let routes: [Stored]

    private struct Stored: Hashable, Sendable, Codable {
      let tag: String
      let version: Int
      let route: String
    }
  }

  /// The path as data that describes itself. O(count).
  ///
  /// - Throws: ``NavStore/Error`` with code `unregisteredRoute`, `encodingFailed`,
  ///   `duplicateRouteTag` or `unstableRouteTag`.
  public func codable(
    as registry: NavStore.RouteRegistry
  ) throws(NavStore.Error) -> CodableRepresentation {
    try CodableRepresentation(self, codec: .mixed(registry))
  }
}

extension NavStore.Path.CodableRepresentation: Codable {
  /// Reads what ``encode(to:)`` wrote.
  ///
  /// - Throws: What the decoder throws.
  public init(from decoder: any Decoder) throws {
    routes = try decoder.singleValueContainer().decode([Stored].self)
  }

  /// Writes an array of objects.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(routes)
  }
}

extension NavStore.Path.CodableRepresentation {
  fileprivate init(
    _ path: NavStore.Path, codec: RouteCodec<NavStore.Element>
  ) throws(NavStore.Error) {
    var routes: [Stored] = []
    for element in path {
      let stored = try codec.encode(element)
      let json = String(decoding: stored.payload, as: UTF8.self)
      routes.append(Stored(tag: stored.tag, version: stored.version, route: json))
    }
    self.routes = routes
  }

  /// The path again, and an account of what could not come along. O(count).
  ///
  /// Routes of earlier versions of their types are upgraded, as those of a store are.
  ///
  /// - Throws: ``NavStore/Error`` with code `unrestorable` where `salvage` says so, or
  ///   `duplicateRouteTag` or `unstableRouteTag`.
  public func restored(
    as registry: NavStore.RouteRegistry,
    salvage: NavStore.RestorePolicy<NavStore.Element>.Salvage = .cutAtFirstLoss
  ) throws(NavStore.Error) -> NavStore.Restoration<NavStore.Element> {
    let codec = try RouteCodec.mixed(registry).erased
    var salvager = Salvager(codec: codec, root: .root(), policy: salvage.erased)
    salvager.read((rows: rows, isWhole: true))
    if case .fail = salvage { try NavStore.Error.refuse(salvager.losses) }
    return NavStore.Restoration(
      stack: salvager.chain.compactMap(\.route).unboxed(), losses: salvager.losses,
      savedAt: nil)
  }

  /// The routes as a file would give them: top first.
  private var rows: [VisitTable.ChainRow] {
    routes.enumerated().reversed().map { index, stored in
      let payload = Data(stored.route.utf8)
      let fingerprint = StoredRoute.fingerprint(
        tag: stored.tag, version: stored.version, payload: payload)
      let raw = RawRoute(
        tag: stored.tag, version: stored.version, payload: payload, fingerprint: fingerprint)
      return VisitTable.ChainRow(id: Int64(index) + 1, parent: Int64(index), time: nil, route: raw)
    }
  }
}
