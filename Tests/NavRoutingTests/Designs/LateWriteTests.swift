import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// A back swipe writes the path when its animation ends, possibly after calls that the app made
/// during the animation. The test tries every order of a few calls and a few such writes, with
/// every division into turns.
@MainActor
@Suite struct LateWriteTests {
  /// A step that the test performs on a router and, with the same result, on an array.
  enum Step: Hashable {
    case push(Int)
    case pop
    case popToRoot
    case replaceStack
    case write([Int])
    case endOfTurn

    @MainActor
    func apply(to router: NavRouter<NumberRoute>, _ array: inout [Int]) {
      switch self {
      case .push(let number):
        router.push(NumberRoute(number: number))
        array.append(number)
      case .pop:
        #expect(router.pop() == (array.popLast() == nil ? 0 : 1))
      case .popToRoot:
        #expect(router.popToRoot() == array.count)
        array = []
      case .replaceStack:
        array = [1, 7]
        router.replaceStack(with: [1, 7])
      case .write(let path):
        router.path = path.map { NumberRoute(number: $0) }
        array = path
      case .endOfTurn: router.session.core.endTurn()
      }
    }
  }

  private static let start = [1, 2]
  private static let calls: [Step] =
    isSoak ? [.push(8), .push(2), .pop, .popToRoot, .replaceStack] : [.push(8), .pop, .popToRoot]

  /// The paths that a swipe may write at its end: one or two screens fewer, the path after a link's
  /// push, or the path at the swipe's begin.
  private static let writes: [Step] =
    isSoak
    ? [.write([1]), .write([]), .write([1, 2, 3]), .write([1, 2])]
    : [.write([1]), .write([1, 2, 3])]

  /// Returns all sequences of `count` elements of `steps`.
  private static func sequences(_ count: Int, of steps: [Step]) -> [[Step]] {
    guard count > 0 else { return [[]] }
    return sequences(count - 1, of: steps).flatMap { rest in steps.map { [$0] + rest } }
  }

  /// Returns all sequences that merge `a` and `b` and keep the order of each.
  private static func merges(_ a: ArraySlice<Step>, _ b: ArraySlice<Step>) -> [[Step]] {
    guard let first = a.first else { return [Array(b)] }
    guard let second = b.first else { return [Array(a)] }
    return merges(a.dropFirst(), b).map { [first] + $0 }
      + merges(a, b.dropFirst()).map { [second] + $0 }
  }

  /// Returns all ways to divide the steps into turns. In each of them, a turn ends after the last
  /// step.
  private static func cuts(_ steps: [Step]) -> [[Step]] {
    (0..<1 << (steps.count - 1)).map { cuts in
      steps.enumerated().flatMap { index, step in
        cuts >> index & 1 == 1 ? [step, .endOfTurn] : [step]
      } + [.endOfTurn]
    }
  }

  static let runs: [[Step]] = {
    let sizes =
      isSoak ? [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1)] : [(1, 1), (2, 1), (1, 2), (2, 2)]
    return sizes.flatMap { calls, writes in
      // Two calls with two writes give the most sequences. Outside a soak, these sequences
      // therefore omit the last kind of call.
      let kinds = isSoak || calls + writes < 4 ? Self.calls : Array(Self.calls.prefix(2))
      return sequences(calls, of: kinds).flatMap { calls in
        sequences(writes, of: Self.writes).flatMap { writes in
          merges(calls[...], writes[...]).flatMap { cuts($0) }
        }
      }
    }
  }()

  @Test("The last value wins in every order of calls and late writes, in router, list and file")
  func allOrders() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.relaunch()
    // Ends the turn of a first router before the runs, because the runs occupy the main actor for
    // minutes.
    NavRouter<NumberRoute>(in: NavWindow(scene: "first", store: store)).push(NumberRoute(number: 1))
    await mainQueue()
    var expected: [[Int]] = []
    var wrong: [String] = []
    for (number, steps) in Self.runs.enumerated() {
      let router = NavRouter<NumberRoute>(
        in: NavWindow(scene: NavScene(id: "\(number)"), store: store))
      // The plain router gets only the path at the end of each turn. Its list is compared with the
      // list of `router`.
      let plain = NavRouter<NumberRoute>(
        in: NavWindow(scene: NavScene(id: "\(number) plain"), store: store))
      for router in [router, plain] {
        router.push(contentsOf: Self.start.map { NumberRoute(number: $0) })
        router.session.core.endTurn()
      }
      var array = Self.start
      for step in steps {
        step.apply(to: router, &array)
        if router.path.map(\.number) != array { wrong.append("\(steps): \(router.path)") }
        if step == .endOfTurn {
          plain.path = array.map { NumberRoute(number: $0) }
          plain.session.core.endTurn()
        }
      }
      let list = router.session.backForward
      if list.entries[list.index].route?.number != array.last
        || list.entries[list.index].depth != array.count || router.session.path != router.path
        || router.listed != plain.listed
      {
        wrong.append("\(steps): list \(router.listed), not \(plain.listed)")
      }
      expected.append(array)
    }
    try await store.flush()
    let reopened = try folder.relaunch()
    for (number, array) in expected.enumerated() {
      let found = try reopened.restore(NumberRoute.self, in: NavScene(id: "\(number)"))
      if found.path.map(\.number) != array || !found.failures.isEmpty {
        wrong.append("\(Self.runs[number]): file \(found.path)")
      }
    }
    #expect(wrong.first == nil)
    #expect(wrong.count == 0, "of \(Self.runs.count)")
    #expect(Self.runs.count > 1_000)
  }
}
