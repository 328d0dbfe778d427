import Foundation
import Testing

@testable import NavStore

/// Scene values that are routes, such as a selection or the content of a sheet.
@Suite("Scene values that are routes")
struct RouteValueTests {
  let temporary: TemporaryStore
  var store: NavStore { temporary.store }

  init() throws {
    temporary = try TemporaryStore()
  }

  private func value(_ name: String, in scene: String = "main") throws -> Page? {
    try store.sceneValue(Page.self, named: name, in: scene)
  }

  /// Sets two values with one route, one with another route, and one that isn't a route.
  private func fill(_ scene: String = "main") throws {
    try store.setSceneValue(Page("gone"), named: "selected", in: scene)
    try store.setSceneValue(Page("gone") as Page?, named: "optional", in: scene)
    try store.setSceneValue(Page("kept"), named: "other", in: scene)
    try store.setSceneValue("gone", named: "plain", in: scene)
  }

  private func expectOnlyOthers(
    in scene: String = "main", sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(try value("selected", in: scene) == nil, sourceLocation: sourceLocation)
    #expect(try value("optional", in: scene) == nil, sourceLocation: sourceLocation)
    #expect(try value("other", in: scene) == "kept", sourceLocation: sourceLocation)
    let plain = try store.sceneValue(String.self, named: "plain", in: scene)
    #expect(plain == "gone", sourceLocation: sourceLocation)
    try await temporary.expectForgotten("gone", sourceLocation: sourceLocation)
    try await expectConsistent(temporary, sourceLocation: sourceLocation)
  }

  @Test(
    "Removing, forgetting or erasing a route deletes scene values with that route",
    arguments: 0..<3)
  func dies(way: Int) async throws {
    try fill()
    try store.save([Page("gone"), "x"], in: "main")
    switch way {
    case 0:
      try await store.history(of: Page.self, account: nil).removeRoutes {
        $0 == "gone"
      }
    case 1: try await store.history(of: Page.self, account: nil).forget(.item(Page("gone")))
    default: try await store.history(of: Page.self, account: nil).erase(.item(Page("gone")))
    }
    try await expectOnlyOthers()
    try await temporary.relaunch()
    try await expectOnlyOthers()
  }

  @Test("Erasing dates deletes a value whose last visit is erased, and no other")
  func dates() async throws {
    let store = store
    try store.setSceneValue(Page("gone"), named: "gone", in: "main")
    try store.setSceneValue(Page("again"), named: "again", in: "main")
    try store.setSceneValue(Page("never"), named: "never", in: "main")
    let session = try store.session(of: Page.self, in: "main")
    session.push("gone")
    session.push("again")
    try await store.flush()
    let start = temporary.clock.now
    temporary.clock.advance(by: .seconds(3_600))
    session.popToRoot()
    session.push("again")
    try await store.flush()
    try await store.history(of: Page.self, account: nil).erase(
      .dates(start.addingTimeInterval(-60)..<start.addingTimeInterval(60)))
    #expect(try value("gone") == nil)
    #expect(try value("again") == "again")
    #expect(try value("never") == "never")
    try await temporary.expectForgotten("gone")
    try await expectConsistent(temporary)
  }

  @Test(
    "Forgetting dates deletes an unsaved value whose last visit is forgotten", arguments: 0..<3)
  func unsavedDates(way: Int) async throws {
    let store = store
    let session = try store.session(of: Page.self, in: "main")
    session.push("gone")
    session.push("again")
    try await store.flush()
    let start = temporary.clock.now
    temporary.clock.advance(by: .seconds(3_600))
    session.popToRoot()
    session.push("again")
    try await store.flush()
    for name in ["gone", "again", "never"] {
      if way == 2 {
        // Sets the value in a turn that has not ended when the dates are erased.
        try store.keepSceneValue(
          Page(name), named: name, in: "main", of: store.account(nil), inTurn: true)
      } else {
        try store.keepSceneValue(Page(name), named: name, in: "main")
      }
    }
    let history = store.history(of: Page.self, account: nil)
    let dates = start.addingTimeInterval(-60)..<start.addingTimeInterval(60)
    if way == 0 {
      try await history.forget(.dates(dates))
    } else {
      try await history.erase(.dates(dates))
    }
    func expectLeft() throws {
      #expect(try value("gone") == nil)
      #expect(try value("again") == "again")
      #expect(try value("never") == "never")
    }
    try expectLeft()
    try await store.flush()
    try temporary.reopenAfterKill()
    try expectLeft()
    try await temporary.expectForgotten("gone")
    try await expectConsistent(temporary)
  }

  @Test("A title is set only for items with a visit, not for items of values alone")
  func titles() async throws {
    let history = store.history(of: Page.self, account: nil)
    try store.setSceneValue(Page("selected"), named: "selected", in: "main")
    try await history.setTitle("A title", for: "selected")
    let session = try store.session(of: Page.self, in: "main")
    session.setTitle("A title", for: "selected")
    try await store.flush()
    #expect(try await history.items(.search("title")).isEmpty)
    session.push("selected")
    try await store.flush()
    try await history.setTitle("A title", for: "selected")
    #expect(try await history.items(.search("title")).map(\.route) == ["selected"])
  }

  @Test("Removing a route without visits deletes its values, even in a closed scene")
  func closed() async throws {
    try fill("second")
    try store.closeScene("second")
    try await temporary.relaunch()
    try await store.history(of: Page.self, account: nil).removeRoutes {
      $0 == "gone"
    }
    #expect(try store.reopenScene("second"))
    try await expectOnlyOthers(in: "second")
  }

  @Test("Removing a route deletes unsaved values with that route")
  func unsaved() async throws {
    try store.keepSceneValue(Page("gone"), named: "selected", in: "main")
    try store.keepSceneValue(Page("kept"), named: "other", in: "main")
    try await store.history(of: Page.self, account: nil).removeRoutes {
      $0 == "gone"
    }
    #expect(try value("selected") == nil)
    try store.keepSceneValue(Page("kept"), named: "selected", in: "main")
    try await store.history(of: Page.self, account: nil).forget(.item(Page("kept")))
    #expect(try value("selected") == nil)
    try await temporary.relaunch()
    #expect(try value("selected") == nil)
    #expect(try value("other") == nil)
    try await temporary.expectForgotten("gone")
    try await temporary.expectForgotten("kept")
  }

  @Test("A removal by another process deletes values")
  func otherProcess() async throws {
    try fill()
    try await temporary.another().history(of: Page.self, account: nil).removeRoutes {
      $0 == "gone"
    }
    try await expectOnlyOthers()
  }

  @Test("A removal deletes values of its account only")
  func accounts() async throws {
    try store.setSceneValue(Page("x"), named: "selected", in: "main", account: "ada")
    try store.setSceneValue(Page("x"), named: "selected", in: "main", account: "bob")
    try await store.history(of: Page.self, account: "ada").removeRoutes { $0 == "x" }
    #expect(try store.sceneValue(Page.self, named: "selected", in: "main", account: "ada") == nil)
    #expect(try store.sceneValue(Page.self, named: "selected", in: "main", account: "bob") == "x")
  }

  @Test("A rewrite changes values, saved or not")
  func rewrite() async throws {
    try fill()
    try store.keepSceneValue(Page("gone"), named: "unsaved", in: "main")
    try await store.history(of: Page.self, account: nil).replaceRoutes {
      $0 == Page("gone") ? "new" : nil
    }
    for name in ["selected", "optional", "unsaved"] { #expect(try value(name) == "new") }
    #expect(try store.sceneValue(String.self, named: "plain", in: "main") == "gone")
    try await temporary.relaunch()
    for name in ["selected", "optional", "unsaved"] { #expect(try value(name) == "new") }
    try await temporary.expectForgotten("gone")
    try await expectConsistent(temporary)
    try await store.history(of: Page.self, account: nil).removeRoutes {
      $0 == "new"
    }
    for name in ["selected", "optional", "unsaved"] { #expect(try value(name) == nil) }
    #expect(try value("other") == "kept")
  }

  @Test("Erasing everything deletes all values that are routes, and no others")
  func everything() async throws {
    try fill()
    try await store.history(of: Page.self, account: nil).erase(.all)
    #expect(try value("selected") == nil)
    #expect(try value("other") == nil)
    #expect(try store.sceneValue(String.self, named: "plain", in: "main") == "gone")
    try await expectConsistent(temporary)
  }

  @Test("Forgetting a route's last visit deletes its value, and replacing a value its old route")
  func usedRoute() async throws {
    try store.setSceneValue(Page("a"), named: "selected", in: "main")
    try store.save([Page("a"), "b"], in: "main")
    try store.save([Page("b")], in: "main")
    try await store.history(of: Page.self, account: nil).forget(
      .dates(.distantPast..<(.distantFuture)))
    #expect(try value("selected") == nil)
    try await expectConsistent(temporary)
    for name in ["c", "d", "e"] {
      try store.setSceneValue(Page(name), named: "selected", in: "main")
      try await expectConsistent(temporary)
    }
    try store.save([Page("e"), "f"], in: "main")
    try store.setSceneValue(nil as Page?, named: "selected", in: "main")
    try await expectConsistent(temporary)
    #expect(try store.restore(Page.self, in: "main").path == ["e", "f"])
    try store.save([Page("f")], in: "main")
    #expect(try await store.history(of: Page.self, account: nil).visits().count > 0)
    try await expectConsistent(temporary)
  }

  @Test("Deleting a scene and erasing an account delete the routes of their values")
  func owners() async throws {
    try store.setSceneValue(Page("a"), named: "selected", in: "main")
    try store.setSceneValue(Page("b"), named: "selected", in: "other", account: "ada")
    try await store.deleteScene("main")
    try await store.eraseAll(of: "ada")
    try await expectConsistent(temporary)
    #expect(try temporary.number("SELECT count(*) FROM route") == 0)
  }

  @Test("A route that is never stored is not saved as a value")
  func transient() async throws {
    typealias SignIn = RouteRulesTests.SignIn
    try store.setSceneValue(SignIn.page("A"), named: "selected", in: "main")
    try store.setSceneValue(SignIn.otp(code: "123"), named: "selected", in: "main")
    #expect(try store.sceneValue(SignIn.self, named: "selected", in: "main") == nil)
    #expect(try temporary.number("SELECT count(*) FROM value WHERE kind = 3") == 0)
  }
}
