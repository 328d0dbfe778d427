/// The codecs of the element types that a store has used. Creating a codec looks up the name of the
/// type at run time and creates coders, which takes about a tenth of the time to restore a stack of
/// depth 8.
package final class CodecCache: Sendable {
  /// The largest size of a stored route, in bytes.
  let payloadLimit: Int

  /// Whether the store records the history, so that visits of routes are in it if their traits
  /// allow this.
  let recordsHistory: Bool
  private let codecs = Locked<[ObjectIdentifier: RouteCodec]>([:])

  package init(payloadLimit: Int = NavStore.Limits().payloadBytes, recordsHistory: Bool = true) {
    self.payloadLimit = payloadLimit
    self.recordsHistory = recordsHistory
  }

  package func codec<Element: NavElement>(
    of type: Element.Type
  ) throws(NavStore.Error) -> RouteCodec {
    let key = ObjectIdentifier(type)
    if let codec = codecs.withLock({ $0[key] }) { return codec }
    let codec = try Element.coding.makeCodec(self)
    codecs.withLock { $0[key] = codec }
    return codec
  }
}
