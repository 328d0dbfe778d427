import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The library decodes all routes of a stack as one JSON array if possible. The result must be the
/// same as from decoding each route separately.
@Suite struct JoinedDecodingTests {
  private func raw(
    _ payload: String, tag: String = "Page", version: Int = 1, isIntact: Bool = true
  ) -> RawRoute {
    let json = Array(payload.utf8)
    let fingerprint = RawRoute.fingerprint(tag: tag, version: version, payload: json)
    return RawRoute(
      tag: tag, version: version, payload: json, fingerprint: fingerprint ^ (isIntact ? 0 : 1))
  }

  private func pages(_ raws: [RawRoute]) throws -> [Page]? {
    try CodecCache(payloadLimit: 1_000_000).codec(of: Page.self).decodeAll(raws)?.boxed().unboxed()
  }

  @Test("Decoding all routes at once gives the same routes as decoding one by one")
  func shapes() throws {
    let codec = try CodecCache(payloadLimit: 1_000).codec(of: AppRoute.self)
    let routes = AppRoute.make(count: 50)
    let raws = try routes.map { route in
      let stored = try codec.encode(RouteBox(route))
      return stored.raw
    }
    #expect(codec.decodeAll(raws)?.boxed().unboxed() == routes)
    #expect(codec.routes(raws, as: AppRoute.self).routes == routes)
    let holed = codec.routes([nil, raws[1], nil, raws[2]], as: AppRoute.self)
    #expect(holed.routes == [routes[1], routes[2]])
    #expect(holed.indices == [1, 3])
    #expect(try raws.map { try codec.decode($0) }.unboxed() == routes)
  }

  @Test("A stack with an irregular route is not decoded as a whole")
  func odd() throws {
    let sound = raw(#"{"name":"a"}"#)
    #expect(try pages([sound, sound]) == ["a", "a"])
    let odd = [
      raw(#"{"name":"b"}"#, isIntact: false), raw(#"{"name":"b"}"#, tag: "Other"),
      raw(#"{"name":"b"}"#, version: 2), raw(#"{"title":"b"}"#), raw(""), raw("null"),
      raw(#"{"name":"b"},{"name":"c"}"#), raw(#"{"name":"b"}],[{"name":"c"}"#),
      raw(#"{"name":"\#(String(repeating: "x", count: 70_000))"}"#),
    ]
    for odd in odd {
      #expect(try pages([sound, odd]) == nil)
      #expect(try pages([odd, sound]) == nil)
    }
  }
}
