/// The codecs of the route types that a store has met. Making one asks the runtime for the name of
/// the type, and makes coders: about a tenth of what restoring a stack of depth 8 takes.
final class CodecCache: Sendable {
  private let boxes = Locked<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  private final class Box<R: NavStore.Route>: Sendable {
    let codec: RouteCodec<R>

    init(_ codec: RouteCodec<R>) {
      self.codec = codec
    }
  }

  func json<R: NavStore.Route>(
    _ type: R.Type, payloadLimit: Int
  ) throws(NavStore.Error) -> RouteCodec<R> {
    let key = ObjectIdentifier(type)
    if let box = boxes.withLock({ $0[key] }) as? Box<R> { return box.codec }
    let codec = try RouteCodec<R>.json(payloadLimit: payloadLimit)
    boxes.withLock { $0[key] = Box(codec) }
    return codec
  }
}

extension NavStore {
  /// The codec of a route type that is its own stored form.
  func codec<R: Route>(of type: R.Type) throws(NavStore.Error) -> RouteCodec<R> {
    try codecs.json(type, payloadLimit: configuration.limits.payloadBytes)
  }
}
