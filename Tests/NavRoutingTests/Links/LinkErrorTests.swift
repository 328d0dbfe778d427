import Foundation
import NavStoreTesting
import TestSupport
import Testing

@testable import NavRouting

/// Every kind of error of links is met by a test: by its type, since two types may share a name.
@MainActor
@Suite struct LinkErrorTests {
  /// The names of the public constants `Code(name:)` or `Kind(name:)` of a source.
  private func names(in file: String) throws -> Set<String> {
    let file = try Sources.files(below: "Sources/NavRouting/Links")
      .first { $0.path.hasSuffix("/\(file)") }
    let names = try #require(file).codes
    #expect(names.count > 8, "There is something to look for")
    return names
  }

  @Test("Each kind of refusal is met")
  func refusals() throws {
    let clock = ManualClock()
    var settings = NavDoorSettings()
    settings.clock = { clock.now }
    let links = NavLinks<LinkedRoute>(schemes: ["app"], hosts: ["example.com"]) {
      NavPattern("cart", .cart)
      NavPattern("product?id={id}", LinkedRoute.product(id:))
      NavPattern("even/{id}") { (id: Int) in id.isMultiple(of: 2) ? .product(id: id) : nil }
      NavPattern("profile?user={user}", LinkedRoute.profile(user:)).requiringSignIn()
    }
    let door = NavDoor(links, settings: settings)
    var met: [NavLinkRefusal.Code] = []
    door.onOutcome = { _, outcome in
      if case .refused(let refusal) = outcome { met.append(refusal.code) }
    }
    let router = NavRouter<LinkedRoute>(store: .inMemory())
    door.attach(to: router)
    let refused = [
      "app://user@cart", "other://cart", "https://example.org/cart", "app://basket",
      "app://product?id=abc", "app://even/7",
    ]
    for link in refused { door.open(try #require(URL(string: link))) }
    door.open(.notification(["link": String(repeating: "a", count: 10_000)]))
    door.open(.notification(["link": 7]))
    door.open(.shortcut("com.example.any"))
    #expect(
      met == [
        .malformed, .unknownScheme, .unknownHost, .unknownPath, .badParameter, .declined, .tooLong,
        .badPayload, .unknownName,
      ])
    // Those that were parked.
    func park(_ user: Int) throws {
      door.open(try #require(URL(string: "app://profile?user=\(user)")))
    }
    try park(1)
    try park(2)
    door.cancelParked()
    try park(3)
    clock.advance(by: .seconds(601))
    door.isSignedIn = true
    #expect(met.suffix(3) == [.superseded, .cancelled, .expired])
    #expect(try Set(met.map(\.description)) == names(in: "NavLinkRefusal.swift"))
    #expect(router.path.isEmpty)
  }

  @Test("Each kind of problem of a declaration is met")
  func problems() throws {
    let links = NavLinks<String>(schemes: ["https"], hosts: ["example.com:443"]) {
      NavPattern("product/{id}") { (id: Int) in "number" }
      NavPattern("product/{slug}") { (slug: String) in "text" }
      NavPattern("a#b", "1")
      NavPattern("{a*}/b") { (a: [String]) in a.first }
      NavPattern("{a}/{a}") { (a: String, b: String) in a }
      NavPattern("c/{d}", "5")
      NavPattern("e/{f}") { (f: String?) in f }
      NavPattern("g/{h}") { (h: String) in h }.named("n")
    }
    let met = Set(links.problems.map(\.kind))
    #expect(
      met == [
        .ambiguous, .malformed, .restNotLast, .repeatedName, .parameterCount, .parameterType,
        .namedWithParameters, .badScheme, .badHost,
      ])
    #expect(try Set(met.map(\.description)) == names(in: "NavLinkProblem.swift"))
  }
}
