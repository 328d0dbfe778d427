import Foundation
import Observation
import Testing

@testable import NavRouting

extension NavDeepLinksTests {
  @Test("A body that parks a link after it has read the parked ones is called again")
  func observedBody() async throws {
    let links = links(.shop())
    links.mayOpen = { _ in false }
    links.attach(to: router())
    let url = try url("app://product?id=1")
    var counts: [Int] = []
    NavMainLoop.observe(links) { links in
      counts.append(links.parked.count)
      if counts.count == 1 { links.open(url) }
    }
    await mainQueue()
    await mainQueue()
    #expect(counts == [0, 1])
  }

  @Test("A link that needs a sign-in is parked until it happened")
  func parking() throws {
    let links = NavDeepLinks<LinkedRoute>(schemes: ["app"]) {
      NavLinkPattern("profile?user={user}", LinkedRoute.profile(user:)).requiringSignIn()
      NavLinkPattern("cart", .cart)
    }
    links.clock = { [clock] in clock.now }
    let router = router()
    var outcomes: [NavDeepLinks<LinkedRoute>.Outcome] = []
    links.attach(to: router)
    #expect(links.open(try url("app://profile?user=1")) == .parked)
    #expect(links.open(try url("app://cart")) == .opened([.cart]))
    links.onOutcome = { outcomes.append($1) }
    #expect(links.open(try url("app://profile?user=2")) == .parked)
    let superseded = dropped("profile?user={user}", "newer ones took its place")
    #expect(outcomes == [.refused(superseded), .parked], "Only the newest is kept")
    #expect(links.parked.map(\.url?.absoluteString) == ["app://profile?user=2"])
    #expect(router.path == [.cart])
    links.isSignedIn = true
    #expect(router.path == [.profile(user: 2)])
    #expect(links.parked.isEmpty)
    #expect(links.open(try url("app://profile?user=3")) == .opened([.profile(user: 3)]))

    links.isSignedIn = false
    #expect(links.open(try url("app://profile?user=4")) == .parked)
    links.cancelParked()
    #expect(
      outcomes.last == .refused(dropped("profile?user={user}", "it was cancelled")))
    #expect(links.open(try url("app://profile?user=4")) == .parked, "Tapped again, it is new")
    clock.advance(by: .seconds(601))
    links.isSignedIn = true
    #expect(
      outcomes.last == .refused(dropped("profile?user={user}", "it became too old")))
    #expect(router.path == [.profile(user: 3)])
    links.isSignedIn = false
    links.open(try url("app://profile?user=5"))
    links.isSignedIn = true
    links.isSignedIn = false
    #expect(router.path == [.profile(user: 5)])
    links.open(try url("app://profile?user=6"))
    #expect(links.parked.count == 1)
  }

  @Test("A gate of the app's own parks links, several of them, and is asked again on resume")
  func gate() async throws {
    let links = links(.shop(parkedLimit: 2))
    let router = router()
    links.attach(to: router)
    var allowed: Set<LinkedRoute> = []
    links.mayOpen = { routes in allowed.isSuperset(of: routes) }
    for id in 1...3 { #expect(links.open(try url("app://product?id=\(id)")) == .parked) }
    #expect(links.parked.count == 2)
    #expect(links.resume() == [.parked, .parked])
    #expect(links.parked.count == 2)
    allowed = [.product(id: 2)]
    #expect(links.resume() == [.opened([.product(id: 2)]), .parked])
    #expect(router.path == [.product(id: 2)])
    await confirmation { heard in
      withObservationTracking {
        _ = links.parked
      } onChange: {
        heard()
      }
      links.cancelParked()
    }
    #expect(links.parked.isEmpty)
  }
}
