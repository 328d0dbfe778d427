import Foundation
import Testing

@testable import NavStore

/// Routes whose traits exclude them from storage or from history.
@Suite struct RouteRulesTests {
  enum SignIn: NavRoute {
    case login
    case otp(code: String)
    case page(String)
    case banner

    var routeTraits: NavRouteTraits {
      if case .otp = self { .init(isStored: false) } else { .init(isInHistory: self != .banner) }
    }
  }

  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  @Test("A route that is never stored ends the stored stack, but screens above it are history")
  func transient() async throws {
    let secret = "otp-\(UUID().uuidString)"
    let session = try temporary.store.session(of: SignIn.self, in: "main")
    session.push(.login)
    session.push(.otp(code: secret))
    session.push(.page("C"))
    session.push(.page("D"))
    try session.setVisitState("typed", named: "draft")
    try await temporary.store.flush()

    #expect(session.path == [.login, .otp(code: secret), .page("C"), .page("D")])
    #expect(session.backForward.entries.count == 5)
    let visits = try await temporary.store.history(of: SignIn.self, account: nil).visits()
    #expect(visits.map(\.route) == [.page("D"), .page("C"), .login])
    let whole = try await temporary.store.history(of: SignIn.self, account: nil).path(of: visits[0])
    #expect(
      whole.path == [.login, .page("C"), .page("D")], "The parent is the nearest stored visit.")

    // While the app runs, Back and Forward also show the route that is not stored.
    session.back()
    #expect(session.path == [.login, .otp(code: secret), .page("C")])
    session.back()
    #expect(session.path == [.login, .otp(code: secret)])
    session.go(by: 2)
    #expect(session.path.last == .page("D"))

    try await temporary.relaunch()
    for bytes in try temporary.bytes() {
      #expect(!String(decoding: bytes, as: UTF8.self).contains(secret))
    }
    let again = try temporary.store.session(of: SignIn.self, in: "main")
    #expect(again.path == [.login])
    #expect(again.backForward.entries.map(\.route) == [nil, .login])
    #expect(again.backForward.index == 1)
  }

  @Test("After Back from a route that is never stored, the stack is stored normally again")
  func belowAgain() async throws {
    let session = try temporary.store.session(of: SignIn.self, in: "main")
    session.push(.login)
    session.push(.otp(code: "1"))
    session.pop()
    session.push(.page("home"))
    try await temporary.relaunch()
    let again = try temporary.store.session(of: SignIn.self, in: "main")
    #expect(again.path == [.login, .page("home")])
    #expect(again.backForward.entries.map(\.route) == [nil, .login, .page("home")])
  }

  @Test("Saving a stack with a route that is never stored succeeds")
  func save() async throws {
    try temporary.store.save([SignIn.login, .otp(code: "1"), .page("C")], in: "main")
    try await temporary.relaunch()
    #expect(try temporary.store.restore(SignIn.self, in: "main").path == [.login])
  }

  @Test("Releasing a session releases all visits of its stack")
  func released() async throws {
    weak var transient: VisitNode?
    weak var above: VisitNode?
    do {
      let store = NavStore.inMemory()
      let session = try store.session(of: SignIn.self, in: "main")
      session.push(.login)
      session.push(.otp(code: "1"))
      transient = session.withState { $0.stack.tip }
      session.push(.page("C"))
      above = session.withState { $0.stack.tip }
      try await store.close()
      #expect(transient != nil && above != nil)
      store.writer.live.forgetKept()
    }
    #expect(transient == nil)
    #expect(above == nil)
  }

  @Test("A route outside the history is restored, but in no list of visits or items")
  func outOfHistory() async throws {
    let session = try temporary.store.session(of: SignIn.self, in: "main")
    session.push(.page("A"))
    session.push(.banner)
    session.push(.page("B"))
    session.pop()
    try await temporary.relaunch()

    let again = try temporary.store.session(of: SignIn.self, in: "main")
    #expect(again.path == [.page("A"), .banner])
    // After the relaunch, the first pop shows `banner` again. Even so, `banner` doesn't become a
    // visit in the history.
    again.push(.page("C"))
    again.pop()
    again.pop()
    try await temporary.store.flush()
    let history = temporary.store.history(of: SignIn.self, account: nil)
    let visits = try await history.visits()
    #expect(visits.map(\.route) == [.page("C"), .page("B"), .page("A")])
    let recent = try await history.items()
    #expect(recent.map(\.route) == [.page("C"), .page("B"), .page("A")])
    let whole = try await history.path(of: visits[0])
    #expect(whole.path == [.page("A"), .banner, .page("C")])
  }
}
