import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("A command router with a host") struct CommandDesignTests {
  typealias Route = CommandDesign.MainRoute
  typealias Host = CommandDesign.Host<Route>

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.relaunch()
  }

  private func host(_ store: NavStore) -> Host {
    Host(NavRouter(in: NavWindow(scene: "main", store: store)))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let command: CommandDesign.Command<Route>
    let expected: [Route]
    var root: Route?

    /// Whether the command changes the top screen. Such a change makes a visit.
    var isVisit = true

    init(
      _ name: String, _ command: CommandDesign.Command<Route>, _ expected: [Route],
      root: Route? = nil, isVisit: Bool = true
    ) {
      (testDescription, self.command, self.expected) = (name, command, expected)
      (self.root, self.isVisit) = (root, isVisit)
    }
  }

  nonisolated static let start: [Route] = [.feed, .post(id: 1), .post(id: 2)]

  nonisolated static let rows: [Row] = [
    Row("push", .push(.account), start + [.account]),
    Row("pop", .pop, [.feed, .post(id: 1)]),
    Row("replace: everything, the root included", .replace(with: .account), [], root: .account),
    Row("replaceStack", .replaceStack(with: [.account, .feed]), [.account, .feed]),
    Row("replaceStack by none", .replaceStack(with: []), []),
    Row("pop while", .popWhile { $0 != .feed }, [.feed]),
    Row("pop while nothing is", .popWhile { $0 == .feed }, start),
    Row("pop while anything is", .popWhile { _ in true }, []),
    Row(
      "pop while, then push", .popWhileThenPush({ $0 != .feed }, .account), [.feed, .account]),
    Row(
      "pop while, then push several",
      .popWhileThenPushMany({ $0 != .feed }, [.account, .post(id: 9)]),
      [.feed, .account, .post(id: 9)]),
    Row(
      "pop while nothing is, then push several",
      .popWhileThenPushMany({ _ in false }, [.account, .post(id: 9)]),
      start + [.account, .post(id: 9)]),
  ]

  @Test("A command changes stack, history and file as specified, animated or not", arguments: rows)
  func commands(_ row: Row) async throws {
    for (scene, isAnimated) in [("animated", true), ("still", false)] {
      let router = NavRouter<Route>(in: NavWindow(scene: NavScene(id: scene), store: self.store))
      router.push(contentsOf: Self.start)
      try await router.flush()
      let before = try await store.history(of: Route.self, account: nil).visits(
        in: NavScene(id: scene)
      ).count
      let host = Host(router)
      host.perform(row.command, animated: isAnimated)
      #expect(router.path == row.expected)
      #expect(router.root == row.root)
      let isChange = row.expected != Self.start
      #expect(
        host.animations == (isChange ? [isAnimated] : []), "One change, animated as requested")
      try await router.flush()
      let after = try await store.history(of: Route.self, account: nil).visits(
        in: NavScene(id: scene)
      ).count
      // A new top screen makes one visit. A screen that was on top only within the turn makes none.
      let isNew = !row.expected.isEmpty && isChange
      #expect(after - before == (isNew ? 1 : 0))
    }
    let reopened = try await folder.relaunch(after: .killed, of: store)
    for scene in ["animated", "still"] {
      let again = NavRouter<Route>(in: NavWindow(scene: NavScene(id: scene), store: reopened))
      #expect(again.path == row.expected)
      #expect(again.root == row.root)
      if row.root != nil { #expect(!again.canGoBack, "A replaced root clears the Back list") }
    }
  }

  @Test(
    "A host carries out commands in order, also across a relaunch", arguments: Ending.allCases)
  func sequence(_ ending: Ending) async throws {
    let host = host(store)
    host.perform(.replace(with: .feed))
    host.perform(.push(.post(id: 1)))
    host.perform(.push(.note("a")), animated: false)
    #expect(host.animations == [true, true, false])
    try await store.flush()
    let reopened = try await folder.relaunch(after: ending, of: store)
    let again = self.host(reopened)
    #expect(again.router.root == .feed)
    #expect(again.router.path == [.post(id: 1), .note("a")])
    again.perform(.popWhileThenPush({ $0 != .post(id: 1) }, .note("b")))
    again.perform(.replaceStack(with: [.note("c")]), animated: false)
    again.perform(.pop)
    again.perform(.pop)
    #expect(again.animations == [true, false, true], "A pop at the root screen is not a change")
    #expect(again.router.path.isEmpty)
    again.perform(.replace(with: .account))
    #expect(again.router.root == .account)
    let last = self.host(try await folder.relaunch(after: ending, of: reopened))
    #expect(last.router.root == .account)
    #expect(last.router.path.isEmpty)
  }

  @Test("A change through a binding counts as animated")
  func bindingAnimation() {
    let host = host(store)
    host.perform(.push(.feed), animated: false)
    #expect(!host.router.isAnimated)
    host.router.path.append(.account)
    #expect(host.router.isAnimated)
    #expect(host.router.back(animated: false))
    #expect(!host.router.isAnimated)
    #expect(host.router.forward())
    #expect(host.router.isAnimated)
  }
}
