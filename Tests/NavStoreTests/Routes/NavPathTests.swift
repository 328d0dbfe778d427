import Foundation
import Testing

@testable import NavStore

/// The path value, without a store.
@Suite struct NavPathTests {
  private typealias Shop = Mixed.Shop
  private typealias Auth = Mixed.Auth

  @Test("A path takes routes of any type, and each can be read again")
  func readable() throws {
    var path = NavPath()
    #expect(path.isEmpty)
    #expect(path.last == nil)
    path.append(Shop.product(id: 7))
    let route: any NavRoute = Auth.code(phone: "123")
    path.append(route)
    #expect(path.count == 2)
    #expect(path[0].as(Shop.self) == .product(id: 7))
    #expect(path[0].as(Auth.self) == nil)
    #expect(path.last?.value as? Auth == .code(phone: "123"))
    path.append(contentsOf: [Shop.cart, .category("shoes")])
    #expect(path.map { "\(type(of: $0.value))" } == ["Shop", "Auth", "Shop", "Shop"])
  }

  @Test("Taking off more than there is takes all, and less than nothing takes nothing")
  func removeLast() {
    var path = Mixed.path
    path.removeLast(-1)
    #expect(path == Mixed.path)
    path.removeLast(0)
    #expect(path == Mixed.path)
    #expect(path.removeLast()?.as(Mixed.Article.self) == .page(7))
    path.removeLast()
    #expect(path == [Shop.category("shoes")])
    path.removeLast(2)
    #expect(path.isEmpty)
    #expect(path.removeLast() == nil)
    path.removeLast()
    path.removeLast(.max)
    path.removeLast(.min)
    #expect(path.isEmpty)
  }

  @Test("A path is a collection that can be changed in place")
  func collection() {
    var path = Mixed.path
    path[1] = NavStore.Element(Shop.cart)
    #expect(path == [Shop.category("shoes"), Shop.cart, Mixed.Article.page(7)])
    path.insert(NavStore.Element(Auth.login), at: 0)
    path.remove(at: 1)
    path.replaceSubrange(1..<3, with: [NavStore.Element(Auth.code(phone: "1"))])
    #expect(path == [Auth.login, Auth.code(phone: "1")])
    path.reverse()
    path += Mixed.path.prefix(1)
    #expect(path == [Auth.code(phone: "1"), Auth.login, Shop.category("shoes")])
    path.removeAll { $0.as(Auth.self) != nil }
    #expect(path == [Shop.category("shoes")])
    path.removeAll()
    #expect(path.isEmpty)
    #expect(Array(NavPath([Shop.cart, .cart])) == [NavStore.Element(Shop.cart), .init(Shop.cart)])
    #expect(NavPath(Mixed.path.reversed()).texts == Mixed.path.texts.reversed())
  }

  @Test("Elements are equal where type and route are, and then hash alike")
  func equality() {
    struct Twin: NavRoute {
      static let routeTag = "Twin"
      let name: String
    }
    let stranger = NavStore.Element(Mixed.Stranger(name: "a"))
    #expect(stranger == NavStore.Element(Mixed.Stranger(name: "a")))
    #expect(stranger != NavStore.Element(Mixed.Stranger(name: "b")))
    #expect(stranger != NavStore.Element(Twin(name: "a")))
    #expect(NavStore.Element(Twin(name: "a")) != stranger)
    let elements: Set = [stranger, NavStore.Element(Twin(name: "a")), stranger, .init(Shop.cart)]
    #expect(elements.count == 3)
    #expect(stranger.hashValue == NavStore.Element(Mixed.Stranger(name: "a")).hashValue)

    let path: NavPath = [Shop.cart, Auth.login]
    #expect(path == [Shop.cart, Auth.login])
    #expect(path != [Auth.login, Shop.cart])
    #expect(Set([path, [Shop.cart, Auth.login], [Shop.cart]]).count == 2)
  }

  @Test("A class is not equal to one derived from it, whichever comes first")
  func classes() {
    let base = NavStore.Element(Base())
    let derived = NavStore.Element(Derived())
    #expect(base != derived)
    #expect(derived != base)
    #expect(derived == NavStore.Element(Derived()))
  }

  @Test("A path goes through any coder and comes back, each route under its own tag")
  func codable() throws {
    let path: NavPath = [
      Shop.product(id: .max), Auth.code(phone: "\"ł\" / \\"), Mixed.Article.cover,
    ]
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let data = try encoder.encode(path.codable(as: Mixed.registry))
    let objects = try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    #expect(objects.map { $0["tag"] as? String } == ["Mixed.Shop", "Mixed.Auth", "Mixed.Article"])
    #expect(objects.map { $0["version"] as? Int } == [1, 1, 1])
    #expect(objects.first?["route"] as? String == #"{"product":{"id":9223372036854775807}}"#)

    let decoded = try JSONDecoder().decode(NavPath.CodableRepresentation.self, from: data)
    let restored = try decoded.restored(as: Mixed.registry)
    #expect(restored.path == path)
    #expect(restored.losses.isEmpty)
    #expect(try restored.path.codable(as: Mixed.registry) == decoded)

    let list = try PropertyListEncoder().encode(decoded)
    let again = try PropertyListDecoder().decode(NavPath.CodableRepresentation.self, from: list)
    #expect(try again.restored(as: Mixed.registry).path == path)
    let empty = try NavPath().codable(as: Mixed.registry)
    #expect(try empty.restored(as: Mixed.registry).path.isEmpty)
  }

  @Test("Encoding a path with a type that is not registered throws, and does not crash")
  func unregistered() {
    var path = Mixed.path
    path.append(Mixed.Stranger(name: "x"))
    let error = #expect(throws: NavStore.Error.self) { try path.codable(as: Mixed.registry) }
    #expect(error?.code == .unregisteredRoute)
    #expect(error?.message.contains("Stranger") == true, "It says which type to register")
  }

  @Test("What cannot come along from data is a loss, by the policy")
  func lossesFromData() throws {
    let json = """
      [{"tag":"Mixed.Shop","version":1,"route":"{\\"cart\\":{}}"},
       {"tag":"Gone","version":3,"route":"{}"},
       {"tag":"Mixed.Leaf","version":1,"route":"{\\"category\\":{\\"_0\\":7}}"},
       {"tag":"Mixed.Shop","version":2,"route":"{\\"cart\\":{}}"},
       {"tag":"Mixed.Auth","version":1,"route":"nonsense"},
       {"tag":"Mixed.Auth","version":-9223372036854775808,"route":"{\\"login\\":{}}"}]
      """
    let data = Data(json.utf8)
    let decoded = try JSONDecoder().decode(NavPath.CodableRepresentation.self, from: data)
    let cut = try decoded.restored(as: Mixed.registry)
    #expect(cut.path == [Shop.cart])
    #expect(cut.losses.map(\.position) == [1, 2, 3, 4, 5])
    #expect(cut.losses.first?.tag == "Gone")
    #expect(cut.losses.first?.version == 3)
    #expect(
      cut.losses.map(\.reason) == [
        .unknownTag, .onLostRoute, .newerVersion, .undecodable, .damaged,
      ])

    let replaced = try decoded.restored(
      as: Mixed.registry, salvage: .replaceLosses { _ in NavStore.Element(Auth.login) })
    #expect(
      replaced.path == [
        Shop.cart, Auth.login, Mixed.Article.page(7), Auth.login, Auth.login, Auth.login,
      ])
    #expect(try decoded.restored(as: Mixed.registry, salvage: .discard).path.isEmpty)
    let error = #expect(throws: NavStore.Error.self) {
      try decoded.restored(as: Mixed.registry, salvage: .fail)
    }
    #expect(error?.code == .unrestorable)
    #expect(error?.losses == cut.losses)
  }
}

// MARK: - A class as a route

private class Base: NavRoute, @unchecked Sendable {
  class var routeTag: String { "Base" }

  init() {}

  required init(from decoder: any Decoder) throws {}

  func encode(to encoder: any Encoder) throws {}

  static func == (a: Base, b: Base) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

private final class Derived: Base, @unchecked Sendable {
  override class var routeTag: String { "Derived" }
}
