import Foundation
import NavStoreTesting
import Observation
import Testing

@testable import NavRouting

extension SceneLinksTests {
  private var profiles: NavDeepLinks<LinkedRoute> {
    NavDeepLinks(schemes: ["app"]) {
      NavLinkPattern("profile?user={user}", LinkedRoute.profile(user:)).requiringSignIn()
      NavLinkPattern("cart", .cart)
    }
  }

  /// Returns a window of the account, and a router in it that receives the window's links.
  private func receiving(
    _ account: String?, _ outcomes: Outcomes = Outcomes()
  ) -> (window: NavWindow, router: NavRouter<LinkedRoute>) {
    let window = window(account)
    let router = window.router(LinkedRoute.self)
    window.receive(profiles, in: router, onOutcome: outcomes.add)
    return (window, router)
  }

  @Test("A pending link survives the window that received it, and opens after the sign-in")
  func signIn() throws {
    let outcomes = Outcomes()
    var signedOut: NavWindow? = receiving(nil, outcomes).window
    #expect(signedOut?.open(try url("app://profile?user=1")) == .pending)
    #expect(signedOut?.open(try url("app://profile?user=2")) == .pending)
    #expect(outcomes.all == [.pending, .refused(.superseded), .pending], "The newest is kept")
    signedOut = nil
    let ada = window("ada")
    #expect(ada.pendingLinks == [try url("app://profile?user=2")])
    let router = ada.router(LinkedRoute.self)
    #expect(router.path == [])
    ada.receive(profiles, in: router, onOutcome: outcomes.add)
    #expect(router.path == [.profile(user: 2)])
    #expect(outcomes.all.last == .opened)
    #expect(ada.pendingLinks == [])
    #expect(ada.open(try url("app://profile?user=3")) == .opened)
  }

  @Test("A pending link of an account is dropped when another account appears")
  func anotherAccount() async throws {
    let outcomes = Outcomes()
    let ada = window("ada")
    ada.receive(
      profiles, in: ada.router(LinkedRoute.self), onOutcome: outcomes.add, mayOpen: { _ in false })
    #expect(ada.open(try url("app://profile?user=1")) == .pending)
    #expect(receiving(nil, outcomes).router.path == [])
    #expect(window().pendingLinks.count == 1, "No other account has appeared")
    let bob = window("bob")
    let router = bob.router(LinkedRoute.self)
    _ = router.path
    #expect(bob.pendingLinks == [])
    await mainQueue()
    #expect(outcomes.all == [.pending, .refused(.superseded)])
    bob.receive(profiles, in: router)
    #expect(router.path == [])
    #expect(receiving("ada").router.path == [], "The link was dropped")
  }

  @Test("A link received while signed out is for the first account only")
  func firstAccount() throws {
    let signedOut = receiving(nil).window
    #expect(signedOut.open(try url("app://profile?user=1")) == .pending)
    _ = window("ada").router(LinkedRoute.self).path
    #expect(receiving("bob").router.path == [])
    #expect(receiving("ada").router.path == [])
  }

  @Test("A link never opens in the stack of a former account of the scene")
  func leftAccount() throws {
    let (ada, adas) = receiving("ada")
    let (signedOut, own) = receiving(nil)
    #expect(signedOut.open(try url("app://profile?user=1")) == .pending)
    #expect(signedOut.open(try url("app://cart")) == .opened)
    #expect(own.path == [.cart] && adas.path == [])
    let bobs = receiving("bob").router
    #expect(bobs.path == [.profile(user: 1)] && adas.path == [])
    #expect(ada.open(try url("app://profile?user=2")) == .refused(.superseded))
    #expect(bobs.path.count == 1 && adas.path == [])
  }

  @Test("A pending link is dropped after ten minutes")
  func tooOld() throws {
    let signedOut = receiving(nil).window
    let outcomes = Outcomes()
    #expect(signedOut.open(try url("app://profile?user=4")) == .pending)
    clock.advance(by: .seconds(601))
    #expect(
      signedOut.open(try url("app://profile?user=4")) == .pending,
      "A link that is tapped again is a new one")
    #expect(receiving("ada", outcomes).router.path == [.profile(user: 4)])
    #expect(outcomes.all == [.opened])
  }

  @Test("A scene has its own pending links")
  func scenes() throws {
    let other = window(scene: "other")
    other.open(try url("app://cart"))
    let (window, router) = receiving(nil)
    #expect(router.path == [] && window.pendingLinks == [])
    #expect(other.pendingLinks.count == 1)
  }

  /// The routes that an app allows its links to open. The receiver observes this set.
  @Observable @MainActor final class Gate { var allowed: Set<LinkedRoute> = [] }

  @Test("A link that the app does not allow is pending until the app allows it")
  func gate() async throws {
    let window = window()
    let router = window.router(LinkedRoute.self)
    let (gate, outcomes) = (Gate(), Outcomes())
    window.receive(.shop(), in: router, onOutcome: outcomes.add) {
      gate.allowed.isSuperset(of: $0)
    }
    for id in 1...2 { #expect(window.open(try url("app://product?id=\(id)")) == .pending) }
    #expect(window.pendingLinks.count == 1)
    await confirmation { notified in
      withObservationTracking {
        _ = window.pendingLinks
      } onChange: {
        notified()
      }
      gate.allowed = [.product(id: 2)]
      await mainQueue()
    }
    #expect(router.path == [.product(id: 2)])
    #expect(window.pendingLinks.isEmpty)
    #expect(outcomes.all == [.pending, .refused(.superseded), .pending, .opened])
    #expect(window.open(try url("app://cart")) == .pending)
    window.receive(.shop(), in: router)
    #expect(router.path.last == .cart, "Receiving again opens pending links")
  }
}
