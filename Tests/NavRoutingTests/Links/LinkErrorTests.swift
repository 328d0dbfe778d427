import Foundation
import NavStoreTesting
import TestSupport
import Testing

@testable import NavRouting

/// Each reason of a refusal is met by a test.
@MainActor
@Suite struct LinkErrorTests {
  /// The names of the public constants `Reason(name:)`.
  private func names() throws -> Set<String> {
    let file = try Sources.files(below: "Sources/NavRouting/Links")
      .first { $0.path.hasSuffix("/NavLinkRefusal.swift") }
    let names = try #require(file).codes
    #expect(names.count > 5, "There is something to look for")
    return names
  }

  @Test("Each reason of a refusal is met, and its text says nothing of the link")
  func refusals() throws {
    let clock = ManualClock()
    let links = NavDeepLinks<LinkedRoute>(schemes: ["app"], hosts: ["example.com"]) {
      NavLinkPattern("cart", .cart)
      NavLinkPattern("product?id={id}", LinkedRoute.product(id:))
      NavLinkPattern("even/{id}") { (id: Int) in id.isMultiple(of: 2) ? .product(id: id) : nil }
      NavLinkPattern("profile?user={user}", LinkedRoute.profile(user:)).requiringSignIn()
    }
    links.clock = { clock.now }
    var met: [NavLinkRefusal] = []
    links.onOutcome = { _, outcome in
      if case .refused(let refusal) = outcome { met.append(refusal) }
    }
    let router = NavRouter<LinkedRoute>(in: NavWindow(scene: .main, store: .inMemory()))
    links.attach(to: router)
    let refused = [
      "app://user@cart", "secret://cart", "https://secret.org/cart", "app://secret",
      "app://product?id=secret", "app://even/7",
    ]
    for link in refused { links.open(try #require(URL(string: link))) }
    links.open(payload: ["link": String(repeating: "secret", count: 10_000)])
    links.open(payload: ["link": 7])
    links.open(payload: [:], named: "secret")
    #expect(
      met.map(\.reason) == [
        .malformed, .notOurs, .notOurs, .unknownPath, .badValue, .declined, .malformed,
        .malformed, .unknownPath,
      ])
    // Those that were parked.
    func park(_ user: Int) throws {
      links.open(try #require(URL(string: "app://profile?user=\(user)")))
    }
    try park(1)
    try park(2)
    links.cancelParked()
    try park(3)
    clock.advance(by: .seconds(601))
    links.isSignedIn = true
    #expect(met.suffix(3).allSatisfy { $0.reason == .dropped })
    #expect(Set(met).count == 12, "Each has a text of its own")
    #expect(met.allSatisfy { !$0.description.contains("secret") })
    #expect(try Set(met.map(\.reason.name)) == names())
    #expect(router.path.isEmpty)
  }

  @Test("What is wrong with a declaration is logged once, on first use")
  func problemsAreLogged() {
    let links = NavDeepLinks<LinkedRoute>(schemes: ["https"]) { NavLinkPattern("a#log-me", .cart) }
    let log = LogRecorder(of: "log-me")
    #expect(links.problems.count == 2)
    #expect(log.lines.isEmpty)
    for _ in 0..<2 { links.open([.cart]) }
    #expect(log.lines.count == 1)
  }
}
