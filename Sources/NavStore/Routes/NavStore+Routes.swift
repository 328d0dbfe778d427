extension NavStore {
  /// Which routes a stack or a history holds, and how they are stored.
  ///
  /// ```swift
  /// let shop: NavRoutes<ShopRoute> = .type(ShopRoute.self)
  /// let both: NavRoutes<AnyNavRoute> = .mixed(ShopRoute.self, AuthRoute.self)
  /// let screens: NavRoutes<Screen> = .stored(as: StoredScreen.self) { screen in
  ///   switch screen {
  ///   case .article(let model): .article(id: model.id)
  ///   case .oneTimeCode: nil                       // never stored
  ///   }
  /// } from: { stored in
  ///   switch stored {
  ///   case .article(let id): .article(try library.model(id))
  ///   }
  /// }
  /// let session = try store.session(of: screens, in: "main")
  /// ```
  ///
  /// A route type can stand wherever a `Routes` can. Making one is free and throws nothing; what is
  /// wrong with it (``check()``) is thrown by its use. Its first use with a store prepares it, and
  /// the next uses of the same value, or of a copy, find that: keep a mixed or mapped one in a
  /// `static let`.
  public struct Routes<R: Hashable & Sendable>: Sendable {
    private let makeCodec: @Sendable (CodecCache, Int) throws(NavStore.Error) -> RouteCodec<R>

    private init(
      _ makeCodec: @escaping @Sendable (CodecCache, Int) throws(NavStore.Error) -> RouteCodec<R>
    ) {
      self.makeCodec = makeCodec
    }

    /// Makes the codec at its first use, and keeps it.
    private static func keeping(
      _ makeCodec: @escaping @Sendable (CodecCache, Int) throws(NavStore.Error) -> RouteCodec<R>
    ) -> Routes {
      let kept = Locked<(limit: Int, codec: RouteCodec<R>)?>(nil)
      return Routes { (codecs, limit) throws(NavStore.Error) in
        if let kept = kept.withLock({ $0 }), kept.limit == limit { return kept.codec }
        let codec = try makeCodec(codecs, limit)
        kept.withLock { $0 = (limit, codec) }
        return codec
      }
    }

    /// How the routes are written and read by a store with these codecs and this limit.
    func codec(_ codecs: CodecCache, payloadLimit: Int) throws(NavStore.Error) -> RouteCodec<R> {
      try makeCodec(codecs, payloadLimit)
    }

    /// Throws if no store can use these routes: for an app's own tests.
    ///
    /// - Throws: ``NavStore/Error`` with code `unsupportedRoute` if two of the types have a tag or
    ///   an alias in common, or if a local, private or generic type names no tag.
    public func check() throws(NavStore.Error) {
      _ = try makeCodec(CodecCache(), .max)
    }
  }
}

/// Which routes a stack or a history holds, and how they are stored: see ``NavStore/Routes``.
public typealias NavRoutes = NavStore.Routes

extension NavStore.Routes {
  /// Routes of one type.
  public static func type(_ type: R.Type) -> Self where R: NavStore.Route {
    Self { (codecs, limit) throws(NavStore.Error) in
      try codecs.json(R.self, payloadLimit: limit)
    }
  }

  /// Routes of several types, each as an ``NavStore/AnyRoute``.
  ///
  /// Each route is stored as it would be in a stack of its own type: under its own tag, version,
  /// history key and kind. So the history of one type holds its visits in mixed stacks, and the
  /// history of several types those in stacks of one of them. A stored route of another type is a
  /// loss with reason `unknownTag`; it stays in the file, and comes back with `Routes` that name its
  /// type.
  ///
  /// The order of the types does not matter, and naming one twice is naming it once. While the
  /// session of a stack lives, everyone who asks for that stack must name the same types.
  public static func mixed(_ types: any NavStore.Route.Type...) -> Self
  where R == NavStore.AnyRoute { mixed(types) }

  package static func mixed(_ types: [any NavStore.Route.Type]) -> Self
  where R == NavStore.AnyRoute {
    keeping { (codecs, limit) throws(NavStore.Error) in
      try .mixed(types, codecs, payloadLimit: limit)
    }
  }

  /// Routes that need not be `Codable`, stored as routes of another type.
  ///
  /// Tag, version, history key and kind are those of the stored type; its history holds the visits.
  /// A session is shared by all who ask for its stack with the same two types; the closures of the
  /// first one count.
  ///
  /// The closures run on the store's executors, in the middle of its work: they should be quick, and
  /// must not call the store, nor wait for an actor that does. With the main actor as the default
  /// isolation, `R` is `nonisolated`.
  ///
  /// - Parameters:
  ///   - stored: The type that is stored.
  ///   - to: The stored form of a route. Nil ends the stored stack beneath it: it stays in memory
  ///     only, and what stands above it is history on the nearest route that is stored.
  ///   - from: The route of a stored form. What it throws makes the route a loss with reason
  ///     `mappingFailed`, and its bytes stay as they are.
  public static func stored<S: NavStore.Route>(
    as stored: S.Type, to: @escaping @Sendable (R) -> S?,
    from: @escaping @Sendable (S) throws -> R
  ) -> Self {
    keeping { (codecs, limit) throws(NavStore.Error) in
      .mapped(try codecs.json(S.self, payloadLimit: limit), to: to, from: from)
    }
  }
}

extension NavStore {
  /// How routes of a type are written to this store, and read from it.
  func codec<R: Route>(of type: R.Type) throws(NavStore.Error) -> RouteCodec<R> {
    try codecs.json(type, payloadLimit: configuration.limits.payloadBytes)
  }

  /// How routes are written to this store, and read from it.
  func codec<R>(of routes: Routes<R>) throws(NavStore.Error) -> RouteCodec<R> {
    try routes.codec(codecs, payloadLimit: configuration.limits.payloadBytes)
  }
}
