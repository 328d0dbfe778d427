@testable import NavStore

/// One thing that a user or an app does to a stack.
enum Move: Sendable {
  case push([Page])
  case pop(Int)
  case popToRoot
  case replaceTop(Page)

  /// A whole path, as in `a/b`.
  case update(String)
  case go(Int)

  /// Several as one turn.
  case turn([Move])

  static func push(_ names: Page...) -> Move { .push(names) }
  static var pop: Move { .pop(1) }
  static var back: Move { .go(-1) }
  static var forward: Move { .go(1) }
}

extension SessionState where R == Page {
  /// Makes the move without ending the turn; false where nothing could be done.
  @discardableResult
  mutating func make(_ move: Move) -> Bool {
    switch move {
    case .push(let pages): push(pages)
    case .pop(let count): return pop(count) > 0
    case .popToRoot: return pop(depth) > 0
    case .replaceTop(let page): return replaceTop(with: page)
    case .update(let trail): update(to: trail.split(separator: "/").map { Page(String($0)) })
    case .go(let offset):
      settle()
      guard let target = target(by: offset) else { return false }
      return go(to: target)
    case .turn(let moves): for move in moves { make(move) }
    }
    return true
  }

  /// Makes the moves, each a turn of its own at the next time from 1.
  mutating func make(_ moves: [Move], from time: Int64 = 1) {
    for (offset, move) in moves.enumerated() {
      make(move)
      endTurn(at: time + Int64(offset))
    }
  }

  var trail: String { path.map(\.name).joined(separator: "/") }

  /// See ``NavStore/Session/listed``.
  var listed: String {
    list.entries.enumerated().map { index, tip in
      let name = tip.route?.name ?? "·"
      return index == list.index ? "[\(name)]" : name
    }.joined(separator: " ")
  }

  /// What waits to be written, taken: `a@1` a visit seen at 1, `a@-` a covered one, `+a@2` a
  /// covered one that came on top, `~a` one refreshed.
  mutating func written() -> [String] {
    takeOutbox()?.events.map { event in
      switch event {
      case .made(let node, let time):
        "\(node.route?.name ?? "·")@\(time.map(String.init) ?? "-")"
      case .seen(let node, let time): "+\(node.route?.name ?? "·")@\(time)"
      case .refreshed(let node): "~\(node.route?.name ?? "·")"
      }
    } ?? []
  }
}
