import Testing

@testable import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The stored form of a route")
struct StoredRouteTests {
  private let payload = Array(#"{"product":{"id":7,"tab":"reviews"}}"#.utf8)

  private func raw(tag: String = "T", version: Int = 1, payload: [UInt8]) -> RawRoute {
    RawRoute(
      tag: tag, version: version, payload: payload,
      fingerprint: RawRoute.fingerprint(tag: "T", version: 1, payload: self.payload))
  }

  @Test("Every flipped bit of a payload is detected")
  func flippedBits() {
    #expect(raw(payload: payload).isIntact)
    for index in payload.indices {
      for bit in 0..<8 {
        var flipped = payload
        flipped[index] ^= 1 << bit
        #expect(!raw(payload: flipped).isIntact, "byte \(index), bit \(bit)")
      }
    }
  }

  @Test("A changed tag or version, and removed or added bytes, are detected")
  func otherChanges() {
    #expect(!raw(tag: "U", payload: payload).isIntact)
    #expect(!raw(tag: "", payload: payload).isIntact)
    #expect(!raw(version: 2, payload: payload).isIntact)
    #expect(!raw(payload: Array(payload.dropLast())).isIntact)
    #expect(!raw(payload: payload + [0]).isIntact)
    #expect(!raw(payload: []).isIntact)
  }

  @Test("The stored JSON has sorted keys, plain slashes and always the same bytes")
  func stableBytes() throws {
    let route = Screen.numbered(id: 7, note: "a/b")
    let codec = try CodecCache(payloadLimit: 1_000).codec(of: Screen.self)
    let stored = try codec.encode(RouteBox(route))
    #expect(
      String(decoding: stored.raw.payload, as: UTF8.self) == #"{"numbered":{"id":7,"note":"a/b"}}"#)
    #expect(try codec.encode(RouteBox(route)).raw.fingerprint == stored.raw.fingerprint)
    #expect(stored.raw.tag == "Screen")
    #expect(stored.raw.version == 1)
  }

  @Test("Every route is restored from its stored form")
  func roundTrip() throws {
    let codec = try CodecCache(payloadLimit: 1_000).codec(of: AppRoute.self)
    for route in AppRoute.make(count: 50) {
      let stored = try codec.encode(RouteBox(route))
      let raw = stored.raw
      #expect(try codec.decode(raw) == RouteBox(route))
    }
  }
}
