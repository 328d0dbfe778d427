import Foundation
import Observation
import Testing

@testable import NavRouting

extension NavDoorTests {
  @Test("A link that needs a sign-in is parked until it happened")
  func parking() throws {
    let links = NavLinks<LinkedRoute>(schemes: ["app"]) {
      NavPattern("profile?user={user}", LinkedRoute.profile(user:)).requiringSignIn()
      NavPattern("cart", .cart)
    }
    var settings = NavDoorSettings()
    let clock = clock
    settings.clock = { clock.now }
    let door = NavDoor(links, settings: settings)
    let router = router()
    var outcomes: [NavLinkOutcome<LinkedRoute>] = []
    door.attach(to: router)
    #expect(door.open(try url("app://profile?user=1")) == .parked)
    #expect(door.open(.url(try url("app://cart"))) == .opened([.cart]))
    door.onOutcome = { outcomes.append($1) }
    #expect(door.open(try url("app://profile?user=2")) == .parked)
    let superseded = NavLinkRefusal(.superseded, pattern: "profile?user={user}")
    #expect(outcomes == [.refused(superseded), .parked], "Only the newest is kept")
    #expect(door.parked.map(\.url?.absoluteString) == ["app://profile?user=2"])
    #expect(router.path == [.cart])
    door.isSignedIn = true
    #expect(router.path == [.profile(user: 2)])
    #expect(door.parked.isEmpty)
    #expect(door.open(try url("app://profile?user=3")) == .opened([.profile(user: 3)]))

    door.isSignedIn = false
    #expect(door.open(try url("app://profile?user=4")) == .parked)
    door.cancelParked()
    #expect(
      outcomes.last
        == .refused(NavLinkRefusal(.cancelled, pattern: "profile?user={user}")))
    #expect(door.open(try url("app://profile?user=4")) == .parked, "Tapped again, it is new")
    clock.advance(by: .seconds(601))
    door.isSignedIn = true
    #expect(
      outcomes.last == .refused(NavLinkRefusal(.expired, pattern: "profile?user={user}")))
    #expect(router.path == [.profile(user: 3)])
    door.isSignedIn = false
    door.open(try url("app://profile?user=5"))
    door.isSignedIn = true
    door.isSignedIn = false
    #expect(router.path == [.profile(user: 5)])
    door.open(try url("app://profile?user=6"))
    #expect(door.parked.count == 1)
  }

  @Test("A gate of the app's own parks links, several of them, and is asked again on resume")
  func gate() async throws {
    let door = door { $0.parkedLimit = 2 }
    let router = router()
    door.attach(to: router)
    var allowed: Set<LinkedRoute> = []
    door.mayOpen = { routes in allowed.isSuperset(of: routes) }
    for id in 1...3 { #expect(door.open(try url("app://product?id=\(id)")) == .parked) }
    #expect(door.parked.count == 2)
    #expect(door.resume() == [.parked, .parked])
    #expect(door.parked.count == 2)
    allowed = [.product(id: 2)]
    #expect(door.resume() == [.opened([.product(id: 2)]), .parked])
    #expect(router.path == [.product(id: 2)])
    await confirmation { heard in
      withObservationTracking {
        _ = door.parked
      } onChange: {
        heard()
      }
      door.cancelParked()
    }
    #expect(door.parked.isEmpty)
  }
}
