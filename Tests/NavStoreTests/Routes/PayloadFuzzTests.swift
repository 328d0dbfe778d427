import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

/// Stored payloads with any damage to their bytes, which must give a restoration failure or an
/// error, never a trap.
@Suite struct PayloadFuzzTests {
  private let codec: RouteCodec
  private let sample: StoredRoute

  init() throws {
    codec = try CodecCache(payloadLimit: 1_048_576).codec(of: FuzzRoute.self)
    sample = try codec.encode(RouteBox(FuzzRoute.make()))
  }

  @Test("Every flipped bit of a payload is detected")
  func everyBit() {
    for position in sample.raw.payload.indices {
      for bit in 0..<8 {
        var payload = sample.raw.payload
        payload[position] ^= 1 << UInt8(bit)
        let raw = RawRoute(
          tag: sample.raw.tag, version: sample.raw.version, payload: payload,
          fingerprint: sample.raw.fingerprint)
        #expect(throws: FailureCause.damaged) { try codec.decode(raw) }
      }
    }
  }

  @Test("A flipped bit of the checksum and a changed version are detected")
  func envelope() {
    for bit in 0..<64 {
      let raw = RawRoute(
        tag: sample.raw.tag, version: sample.raw.version, payload: sample.raw.payload,
        fingerprint: sample.raw.fingerprint ^ (1 << Int64(bit)))
      #expect(throws: FailureCause.damaged) { try codec.decode(raw) }
    }
    let otherVersion = RawRoute(
      tag: sample.raw.tag, version: 0, payload: sample.raw.payload,
      fingerprint: sample.raw.fingerprint)
    #expect(throws: FailureCause.damaged) { try codec.decode(otherVersion) }
  }

  @Test("Mutated JSON with a matching checksum decodes or is a failure")
  func mutations() throws {
    var generator = SeededRandom.make()
    let count = isSoak ? 1_000_000 : 10_000
    var failureCount = 0
    for _ in 0..<count {
      let raw = raw(
        mutated(sample.raw.payload, &generator), version: Int.random(in: 0...2, using: &generator))
      do {
        _ = try codec.decode(raw)
      } catch {
        #expect([.undecodable, .upgradeFailed, .newerVersion].contains(error))
        failureCount += 1
      }
    }
    print("Payload fuzz: \(count) mutations, \(failureCount) failures")
    #expect(
      failureCount > count / 2, "Most mutations must cause failures, or the test checks nothing.")
  }

  @Test("Extreme nesting, numbers, names and fragments of JSON are failures")
  func bombs() {
    let bombs = [
      String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000),
      String(repeating: "[", count: 100_000),
      String(repeating: #"{"a":"#, count: 100_000) + "1" + String(repeating: "}", count: 100_000),
      #"{"deep":"# + String(repeating: #"{"inner":["#, count: 50_000),
      String(repeating: #"{"deep":"#, count: 400) + "1" + String(repeating: "}", count: 400),
      #"{"deep":{"id":1e999999}}"#, #"{"deep":{"id":99999999999999999999999999}}"#,
      "{\"\(String(repeating: "x", count: 900_000))\":{}}",
      "\"\(String(repeating: "\\", count: 9_999))",
      "", "\u{0}", "null", "{", "}", "[]", "{}", "nul", "\"", #"{"deep""#, #"{"deep":}"#,
      #"{"":{}}"#,
    ]
    for bomb in bombs {
      for version in 0...2 {
        let payload = Array(bomb.utf8)
        #expect(throws: FailureCause.self) {
          try codec.decode(raw(payload, version: version))
        }
      }
      _ = RouteNamingProbe.names(Array(bomb.utf8))
    }
  }

  @Test("A route that is nested deeper than can be decoded is rejected when it is saved")
  func depth() throws {
    func nested(_ depth: Int) -> ErasedRoute {
      var level = FuzzRoute.Level(id: 0, name: "", tags: [], ratio: nil, inner: [])
      for _ in 0..<depth { level.inner = [level] }
      return RouteBox(FuzzRoute.deep(level))
    }
    // A route without inner levels has four levels of JSON: the case, its value, the level and the
    // empty array. Each inner level adds an object and an array.
    let deepest = (JSONScanner.depthLimit - 4) / 2
    let stored = try codec.encode(nested(deepest))
    let raw = stored.raw
    #expect(try codec.decode(raw) == nested(deepest))
    let error = #expect(throws: NavStore.Error.self) { try codec.encode(nested(deepest + 1)) }
    #expect(error?.code == .codingFailed)
    let brackets = Array("[\"\(String(repeating: "[\\\"", count: 200))\"]".utf8)
    #expect(JSONScanner.isWithinDepthLimit(brackets), "Brackets in a string don't nest.")
  }

  @Test("A damaged payload in a file costs its screen and the screens above it, and nothing else")
  func inAFile() async throws {
    let folder = try TemporaryFolder()
    let url = folder.store
    let store = try NavStore(url: url)
    let stack: [FuzzRoute] = [.flat("a"), .flat("b"), .flat("c"), .flat("d")]
    try store.save(stack, in: "main")
    try await store.close()

    let connection = try Connection(path: url.path, flags: 0x6, busyTimeoutMilliseconds: 100)
    try connection.run("UPDATE route SET payload = replace(payload, 'c', 'C')")
    connection.close()

    let again = try NavStore(url: url)
    let restored = try again.restore(FuzzRoute.self, in: "main")
    #expect(restored.path == [.flat("a"), .flat("b")])
    #expect(restored.failures.map(\.cause) == [.damaged, .aboveFailure])
    #expect(restored.failures.map(\.position) == [2, 3])
    let recent = try await again.history(of: FuzzRoute.self, account: nil).items()
    #expect(recent.map(\.route) == [.flat("d")], "Only the top of the stack was seen.")
  }

  private func raw(_ payload: [UInt8], version: Int) -> RawRoute {
    RawRoute(
      tag: sample.raw.tag, version: version, payload: payload,
      fingerprint: RawRoute.fingerprint(tag: sample.raw.tag, version: version, payload: payload))
  }

  /// Returns the payload with flipped bits, cuts, repetitions, or misplaced pieces of JSON.
  private func mutated(_ payload: [UInt8], _ generator: inout SeededRandom) -> [UInt8] {
    var bytes = payload
    for _ in 0...Int.random(in: 0...3, using: &generator) {
      guard !bytes.isEmpty else { break }
      let position = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0...4, using: &generator) {
      case 0: bytes[position] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      case 1: bytes.removeSubrange(position...)
      case 2: bytes.insert(contentsOf: bytes[position...], at: position)
      case 3:
        let pieces = ["null", "true", "-0", "1e400", "[]", "{}", "\"\\ud800\"", ",", ":", "[[[["]
        let piece = pieces.randomElement(using: &generator) ?? ""
        bytes.insert(contentsOf: piece.utf8, at: position)
      default: bytes[position] = UInt8.random(in: 0...255, using: &generator)
      }
    }
    return bytes
  }
}

/// Derives the names of an item from a payload. `RouteEvolution` reads the same damaged bytes as the
/// decoder, so it must not trap either.
private enum RouteNamingProbe {
  static func names(_ payload: [UInt8]) -> [String] {
    guard let evolution = try? RouteEvolution(FuzzRoute.self, FuzzRoute.coding.form) else {
      return []
    }
    return [true, false].map {
      evolution.naming(of: payload, isEnum: $0).key
    }
  }
}

private enum FuzzRoute: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Fuzz", renaming: ["shallow": "flat"]) {
    json, _ in
    json["deep"]?.rename("name", to: "name")
  }

  case flat(String)
  case deep(Level)

  struct Level: Codable, Hashable, Sendable {
    var id: Int
    var name: String
    var tags: [String]
    var ratio: Double?
    var inner: [Level]
  }

  static func make() -> FuzzRoute {
    let inner = Level(id: 2, name: "ü \"quoted\" \\ /", tags: ["a", "b"], ratio: 0.5, inner: [])
    return .deep(Level(id: 1, name: "outer", tags: [], ratio: nil, inner: [inner, inner]))
  }
}
