@testable import NavStore

/// An operation that a user or an app performs on a stack.
enum Move: Sendable {
  case push([Page])
  case pop(Int)
  case popToRoot
  case replaceTop(Page)

  /// Replaces the path by a whole path, such as `a/b`.
  case update(String)
  case go(Int)

  /// Several moves in one turn.
  case turn([Move])

  static func push(_ names: Page...) -> Move { .push(names) }
  static var pop: Move { .pop(1) }
  static var back: Move { .go(-1) }
  static var forward: Move { .go(1) }
}

/// Changes of a stack that take values of an app's route types instead of erased routes.
extension StackState {
  mutating func push<R: Equatable & Sendable>(_ route: R) {
    push(RouteBox(route) as ErasedRoute)
  }

  mutating func push<R: Equatable & Sendable>(contentsOf routes: [R]) {
    push(contentsOf: routes.map { RouteBox($0) as ErasedRoute })
  }

  mutating func replaceTop<R: Equatable & Sendable>(with route: R) -> Bool {
    replaceTop(with: RouteBox(route) as ErasedRoute)
  }

  mutating func replaceRoot<R: Equatable & Sendable>(with route: R?, keepingStack: Bool) -> Bool {
    replaceRoot(with: route.map { RouteBox($0) as ErasedRoute }, keepingStack: keepingStack)
  }
}

extension StackState {
  /// Makes the move without ending the turn. Returns `false` if the move isn't possible.
  @discardableResult
  mutating func make(_ move: Move) -> Bool {
    switch move {
    case .push(let pages): push(contentsOf: pages.map { RouteBox($0) })
    case .pop(let count): return pop(count) > 0
    case .popToRoot: return pop(depth) > 0
    case .replaceTop(let page): return replaceTop(with: RouteBox(page))
    case .update(let trail):
      let path = trail.split(separator: "/").map { Page(String($0)) }
      update(to: path)
    case .go(let offset):
      settle()
      guard let target = target(by: offset) else { return false }
      return go(to: target)
    case .turn(let moves): for move in moves { make(move) }
    }
    return true
  }

  /// Makes each move in a turn of its own, at consecutive times from `time`.
  mutating func make(_ moves: [Move], from time: Int64 = 1) {
    for (offset, move) in moves.enumerated() {
      make(move)
      endTurn(at: time + Int64(offset))
    }
  }

  var trail: String { pages.map(\.name).joined(separator: "/") }

  /// The path of a stack of pages.
  var pages: [Page] { path.unboxed() }

  /// The entries of the back/forward list as text. See ``NavStore/Session/listed``.
  var listed: String {
    list.entries.enumerated().map { index, tip in
      let name = tip.page?.name ?? "·"
      return index == list.index ? "[\(name)]" : name
    }.joined(separator: " ")
  }

  /// Takes the pending changes and returns them as text. `a@1` is a new visit that was seen at time
  /// 1, and `a@-` is a new covered visit. `+a@2` is a covered visit that came on top at time 2, and
  /// `~a` is a visit whose route was refreshed.
  mutating func written() -> [String] {
    takePending()?.entries.map { entry in
      let name = entry.node.page?.name ?? "·"
      return switch entry.kind {
      case .made(let time): "\(name)@\(time.map(String.init) ?? "-")"
      case .seen(let time): "+\(name)@\(time)"
      case .refreshed: "~\(name)"
      }
    } ?? []
  }
}

extension VisitNode {
  /// The page that the visit shows.
  var page: Page? { route?.unboxed(as: Page.self) }
}
