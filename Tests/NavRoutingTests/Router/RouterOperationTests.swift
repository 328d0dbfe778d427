import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// Compares each operation of a router with the same operation on a plain array. Checks the
/// router's path, its back/forward list, and the stack that a relaunch restores.
@MainActor
@Suite struct RouterOperationTests {
  struct Case: Sendable {
    /// The name of the test case and of its scene.
    let name: String
    let start: [Int]
    let expected: [Int]

    /// The value that the operation returns, as text.
    var answer = ""

    /// The top route of each entry of the list after the operation, with the current entry in
    /// brackets.
    let list: String

    /// Whether the operation makes a change and then reverts it.
    var goesThereAndBack = false
    let run: @MainActor @Sendable (NavRouter<NumberRoute>) -> String

    var comment: Comment { Comment(rawValue: name) }
  }

  nonisolated static let cases: [Case] = [
    Case(name: "push", start: [1], expected: [1, 2], list: "0 1 [2]") {
      $0.push(2)
      return ""
    },
    Case(name: "push many", start: [1], expected: [1, 2, 3], list: "0 1 [3]") {
      $0.push(contentsOf: [2, 3])
      return ""
    },
    Case(name: "push none", start: [1], expected: [1], list: "0 [1]") {
      $0.push(contentsOf: [])
      return ""
    },
    Case(name: "pop", start: [1, 2], expected: [1], answer: "1", list: "0 [1] 2") {
      "\($0.pop())"
    },
    Case(name: "pop at the root", start: [], expected: [], answer: "0", list: "[0]") {
      "\($0.pop())"
    },
    Case(name: "pop(2)", start: [1, 2, 3], expected: [1], answer: "2", list: "0 [1] 3") {
      "\($0.pop(2))"
    },
    Case(name: "pop(9)", start: [1, 2], expected: [], answer: "2", list: "[0] 2") {
      "\($0.pop(9))"
    },
    Case(name: "pop(-1)", start: [1, 2], expected: [1, 2], answer: "0", list: "0 [2]") {
      "\($0.pop(-1))"
    },
    Case(
      name: "pop, then push", start: [1, 2], expected: [1, 8, 9], answer: "1", list: "0 2 [9]"
    ) { "\($0.pop(1, thenPush: [8, 9]))" },
    Case(
      name: "pop nothing, then push", start: [1], expected: [1, 9], answer: "0", list: "0 1 [9]"
    ) { "\($0.pop(0, thenPush: [9]))" },
    Case(name: "popToRoot", start: [1, 2], expected: [], answer: "2", list: "[0] 2") {
      "\($0.popToRoot())"
    },
    Case(
      name: "popToRoot, then push", start: [1, 2], expected: [9], answer: "2", list: "0 2 [9]"
    ) { "\($0.popToRoot(thenPush: [9]))" },
    Case(
      name: "pop(to:)", start: [1, 2, 3], expected: [1], answer: "true", list: "0 [1] 3"
    ) { "\($0.pop(to: 1))" },
    Case(
      name: "pop(to:) the highest below the top", start: [1, 2, 1, 3, 1], expected: [1, 2, 1],
      answer: "true", list: "0 [1] 1"
    ) { "\($0.pop(to: 1))" },
    Case(
      name: "pop(to:) of a missing route", start: [1, 2], expected: [1, 2], answer: "false",
      list: "0 [2]"
    ) { "\($0.pop(to: 7, thenPush: [8]))" },
    Case(
      name: "pop(to:) of the top itself", start: [1, 2], expected: [1, 2], answer: "false",
      list: "0 [2]"
    ) { "\($0.pop(to: 2))" },
    Case(
      name: "pop(to:), then push", start: [1, 2, 3], expected: [1, 8, 9], answer: "true",
      list: "0 3 [9]"
    ) { "\($0.pop(to: 1, thenPush: [8, 9]))" },
    Case(
      name: "pop(while:)", start: [1, 2, 4, 6], expected: [1], answer: "3", list: "0 [1] 6"
    ) { "\($0.pop(while: { $0.number.isMultiple(of: 2) }))" },
    Case(
      name: "pop(while:) of none", start: [1, 2], expected: [1, 2], answer: "0", list: "0 [2]"
    ) { "\($0.pop(while: { $0.number > 5 }))" },
    Case(
      name: "pop(while:) of all", start: [1, 2], expected: [], answer: "2", list: "[0] 2"
    ) { "\($0.pop(while: { _ in true }))" },
    Case(
      name: "pop(while:), then push", start: [1, 2, 4], expected: [1, 8, 9], answer: "2",
      list: "0 4 [9]"
    ) { "\($0.pop(while: { $0.number > 1 }, thenPush: [8, 9]))" },
    Case(
      name: "finish a flow", start: [1, 2, 3], expected: [1, 9], answer: "true", list: "0 3 [9]"
    ) { "\($0.pop(to: 1, thenPush: [9]))" },
    Case(
      name: "the loop", start: [1, 2, 3], expected: [1, 9], list: "0 3 [9]"
    ) {
      while $0.path.count > 1 { $0.path.removeLast() }
      $0.path.append(9)
      return ""
    },
    Case(
      name: "replaceTop", start: [1, 2], expected: [1, 9], answer: "true", list: "0 [9]"
    ) { "\($0.replaceTop(with: 9))" },
    Case(
      name: "replaceTop at the root", start: [], expected: [], answer: "false", list: "[0]"
    ) { "\($0.replaceTop(with: 9))" },
    Case(
      name: "replaceStack", start: [1, 2], expected: [1, 5, 6], list: "0 2 [6]"
    ) {
      $0.replaceStack(with: [1, 5, 6])
      return ""
    },
    Case(
      name: "replaceStack by the same", start: [1, 2], expected: [1, 2], list: "0 [2]"
    ) {
      $0.replaceStack(with: [1, 2])
      return ""
    },
    Case(
      name: "replaceRoot", start: [1, 2], expected: [], answer: "true", list: "[0]"
    ) { "\($0.replaceRoot(with: 100))" },
    Case(
      name: "replaceRoot by none, at the root", start: [], expected: [], answer: "false",
      list: "[0]"
    ) { "\($0.replaceRoot(with: nil))" },
    Case(
      name: "the binding, shorter", start: [1, 2, 3], expected: [1], list: "0 [1] 3"
    ) {
      $0.path = [1]
      return ""
    },
    Case(
      name: "the binding, the same", start: [1, 2], expected: [1, 2], list: "0 [2]"
    ) {
      $0.path = [1, 2]
      return ""
    },
    Case(
      name: "the binding, longer", start: [1], expected: [1, 2, 3], list: "0 1 [3]"
    ) {
      $0.path += [2, 3]
      return ""
    },
    Case(
      name: "the binding, elsewhere", start: [1, 2], expected: [5, 6], list: "0 2 [6]"
    ) {
      $0.path = [5, 6]
      return ""
    },
    Case(
      name: "the binding, removeLast(2)", start: [1, 2, 3], expected: [1], list: "0 [1] 3"
    ) {
      $0.path.removeLast(2)
      return ""
    },
    Case(
      name: "the binding, in the middle", start: [1, 2, 3], expected: [1, 9, 3], list: "0 3 [3]"
    ) {
      $0.path[1] = 9
      return ""
    },
    Case(
      name: "push the same again", start: [1], expected: [1, 1], list: "0 1 [1]"
    ) {
      $0.push(1)
      return ""
    },
    Case(
      name: "pop, then push the same", start: [1, 2], expected: [1, 2], answer: "1", list: "0 [2]",
      goesThereAndBack: true
    ) { "\($0.pop(1, thenPush: [2]))" },
    Case(
      name: "replaceStack by none", start: [1, 2], expected: [], list: "[0] 2"
    ) {
      $0.replaceStack(with: [])
      return ""
    },
    Case(
      name: "replaceTop by the same", start: [1, 2], expected: [1, 2], answer: "true",
      list: "0 [2]", goesThereAndBack: true
    ) { "\($0.replaceTop(with: 2))" },
    Case(
      name: "pop(while:) at the root, then push", start: [], expected: [9], answer: "0",
      list: "0 [9]"
    ) { "\($0.pop(while: { _ in true }, thenPush: [9]))" },
    Case(name: "back", start: [1], expected: [], answer: "true", list: "[0] 1") { "\($0.back())" },
    Case(
      name: "back at the first entry", start: [], expected: [], answer: "false", list: "[0]"
    ) { "\($0.back())" },
    Case(
      name: "back, then forward", start: [1, 2], expected: [1, 2], answer: "true true",
      list: "0 [2]", goesThereAndBack: true
    ) { "\($0.back()) \($0.forward())" },
    Case(
      name: "forward at the last entry", start: [1], expected: [1], answer: "false", list: "0 [1]"
    ) { "\($0.forward())" },
    Case(
      name: "go(by:) as far as there are", start: [1], expected: [], answer: "true", list: "[0] 1 3"
    ) {
      $0.push(contentsOf: [2, 3])
      return "\($0.go(by: -2))"
    },
    Case(
      name: "go(by:) too far", start: [1], expected: [1], answer: "false false", list: "0 [1]"
    ) { "\($0.go(by: -2)) \($0.go(by: .max))" },
    Case(
      name: "go(to:)", start: [1], expected: [], answer: "true", list: "[0] 1"
    ) { "\($0.go(to: 0))" },
    Case(
      name: "go(to:) of none", start: [1], expected: [1], answer: "false false", list: "0 [1]"
    ) { "\($0.go(to: 2)) \($0.go(to: -1))" },
  ]

  @Test("Each operation changes property, list and file like an array")
  func operations() async throws {
    let folder = try TemporaryFolder()
    let store = try NavStore(url: folder.store)
    var roots: [String: NumberRoute] = [:]
    for row in Self.cases {
      let router = NavRouter<NumberRoute>(
        in: NavWindow(scene: NavScene(id: row.name), store: store))
      router.push(contentsOf: row.start.map { NumberRoute(number: $0) })
      try await router.flush()
      let writes = router.session.revision
      let answer = row.run(router)
      #expect(answer == row.answer, row.comment)
      #expect(router.path.map(\.number) == row.expected, row.comment)
      if row.expected == row.start, router.root == nil, !row.goesThereAndBack {
        #expect(router.session.revision == writes, "An operation without an effect is not a change")
      }
      roots[row.name] = router.root
      try await router.flush()
      #expect(router.listed == row.list, row.comment)
    }
    try await store.close()
    let reopened = try NavStore(url: folder.store)
    for row in Self.cases {
      let again = NavRouter<NumberRoute>(
        in: NavWindow(scene: NavScene(id: row.name), store: reopened))
      #expect(again.path.map(\.number) == row.expected, row.comment)
      #expect(again.listed == row.list, row.comment)
      #expect(again.root == roots[row.name], row.comment)
      #expect(again.restoration.failures.isEmpty, row.comment)
    }
  }

  @Test("A router records for each change whether it is animated")
  func animation() throws {
    let router = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: .inMemory()))
    #expect(router.isAnimated)
    router.push(1, animated: false)
    #expect(!router.isAnimated)
    router.path = []
    #expect(router.isAnimated)
    router.popToRoot(thenPush: [2], animated: false)
    #expect(!router.isAnimated)
  }
}

/// A route that consists of a number.
struct NumberRoute: NavRoute, ExpressibleByIntegerLiteral {
  let number: Int

  init(number: Int) { self.number = number }
  init(integerLiteral value: Int) { number = value }
}

extension NavRouter where Element == NumberRoute {
  /// The top route of each entry of the list, with the current entry in brackets; 0 is the root
  /// screen.
  var listed: String {
    let list = session.backForward
    return list.entries.enumerated().map { index, entry in
      let name = "\(entry.route?.number ?? 0)"
      return index == list.index ? "[\(name)]" : name
    }.joined(separator: " ")
  }
}
