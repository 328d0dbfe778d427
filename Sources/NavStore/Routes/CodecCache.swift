/// The codecs of the route types that a store has met. Making one asks the runtime for the name of
/// the type, and makes coders: about a tenth of what restoring a stack of depth 8 takes.
final class CodecCache: Sendable {
  private let codecs = Locked<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  func json<R: NavStore.Route>(
    _ type: R.Type, payloadLimit: Int
  ) throws(NavStore.Error) -> RouteCodec<R> {
    let key = ObjectIdentifier(type)
    if let codec = codecs.withLock({ $0[key] }) {
      return unsafeDowncast(codec, to: RouteCodec<R>.self)
    }
    let codec = try RouteCodec<R>.json(payloadLimit: payloadLimit)
    codecs.withLock { $0[key] = codec }
    return codec
  }
}
