extension NavStore {
  /// How routes of a type that is not `Codable` are stored: as routes of another type.
  ///
  /// ```swift
  /// let mapping = NavStore.RouteMapping<Screen, StoredScreen>(
  ///   to: { screen in
  ///     switch screen {
  ///     case .article(let model): .article(id: model.id)
  ///     case .oneTimeCode: nil                     // never stored
  ///     }
  ///   },
  ///   from: { stored in
  ///     switch stored {
  ///     case .article(let id): .article(try library.model(id))
  ///     }
  ///   })
  /// let session = try store.session(Screen.self, for: "main", mapping: mapping)
  /// ```
  ///
  /// Tag, version, history key and kind are those of the stored type; its history holds the visits.
  ///
  /// The closures run on the store's executors, in the middle of its work: they should be quick,
  /// and must not call the store, nor wait for an actor that does. Where the main actor is the
  /// default isolation, `R` is `nonisolated`.
  public struct RouteMapping<R: Hashable & Sendable, Stored: Route>: Sendable {
    let to: @Sendable (R) -> Stored?
    let from: @Sendable (Stored) throws -> R

    /// A mapping to a stored type and back.
    ///
    /// - Parameters:
    ///   - to: The stored form of a route. Nil ends the stored stack beneath it: it stays in memory
    ///     only, and what stands above it is history on the nearest route that is stored.
    ///   - from: The route of a stored form. What it throws makes the route a loss with reason
    ///     `mappingFailed`, and its bytes stay as they are.
    public init(
      to: @escaping @Sendable (R) -> Stored?, from: @escaping @Sendable (Stored) throws -> R
    ) {
      self.to = to
      self.from = from
    }
  }
}

extension RouteCodec {
  /// The codec of routes that are stored as another type.
  static func mapped<S: NavStore.Route>(
    _ mapping: NavStore.RouteMapping<R, S>, payloadLimit: Int
  ) throws(NavStore.Error) -> RouteCodec {
    let codec = try RouteCodec<S>.json(payloadLimit: payloadLimit)
    return RouteCodec(
      identity: CodecIdentity(
        route: ObjectIdentifier(R.self), stored: [ObjectIdentifier(S.self)]),
      tags: codec.tags,
      encode: { (route) throws(NavStore.Error) in
        guard let stored = mapping.to(route) else { throw .notStored }
        return try codec.encode(stored)
      },
      decode: { (raw) throws(NavStore.LossReason) in
        let stored = try codec.decode(raw)
        do {
          return try mapping.from(stored)
        } catch {
          throw .mappingFailed
        }
      },
      currentKind: codec.currentKind,
      types: codec.types)
  }
}

extension NavStore.Error {
  static let notStored = NavStore.Error(.notStored, "The route is not meant to be stored.")
}
