import Testing

@testable import NavStore

@Suite("Session history as in browsers and their test suites")
struct SessionHistoryTests {
  @Test("Moves in a session give the expected list and stack", arguments: SessionHistoryCase.all)
  func session(_ item: SessionHistoryCase) throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.make(item.moves)
    #expect(session.listed == item.list)
    #expect(session.trail == item.trail)
  }

  @Test(
    "Moves with a relaunch in between give the same list and stack",
    arguments: SessionHistoryCase.all)
  func relaunched(_ item: SessionHistoryCase) async throws {
    let temporary = try TemporaryStore()
    let middle = item.moves.count / 2
    try temporary.store.session(of: Page.self, in: "main").make(Array(item.moves[..<middle]))
    try await temporary.store.flush()
    try temporary.reopenAfterKill()
    let session = try temporary.store.session(of: Page.self, in: "main")
    session.make(Array(item.moves[middle...]))
    #expect(session.listed == item.list)
    #expect(session.trail == item.trail)
    try await temporary.store.flush()
    try temporary.reopenAfterKill()
    let later = try temporary.store.session(of: Page.self, in: "main")
    #expect(later.listed == item.list)
    #expect(later.trail == item.trail)
  }

  @Test(
    "Moves of a list alone give the expected entries",
    arguments: SessionHistoryCase.all.filter { $0.moves.allSatisfy(\.isOfList) })
  func list(_ item: SessionHistoryCase) {
    var list = BackForwardList(root: Entry(number: 0, name: "·"), limit: 50)
    for (number, move) in item.moves.enumerated() {
      switch move {
      case .push(let pages): list.push(Entry(number: number + 1, name: pages[0].name))
      case .replaceTop(let page):
        list.replaceCurrent(with: Entry(number: number + 1, name: page.name))
      case .go(let offset):
        let target = list.index + offset
        if list.entries.indices.contains(target) { list.go(to: target) }
      case .pop, .popToRoot, .update, .turn: Issue.record("A list alone doesn't have this move.")
      }
    }
    let listed = list.entries.enumerated().map { index, entry in
      index == list.index ? "[\(entry.name)]" : entry.name
    }
    #expect(listed.joined(separator: " ") == item.list)
  }

  @Test("Every row from another project names the project and the file")
  func sources() {
    for item in SessionHistoryCase.all where item.source != "ours" {
      #expect(item.source.contains(": "))
    }
    #expect(SessionHistoryCase.all.filter { $0.moves.allSatisfy(\.isOfList) }.count > 30)
  }

  private struct Entry: Equatable {
    let number: Int
    let name: String
  }
}

extension Move {
  /// Whether a list of single screens, such as a browser's list, supports the move.
  fileprivate var isOfList: Bool {
    switch self {
    case .push(let pages): pages.count == 1
    case .replaceTop, .go: true
    case .pop, .popToRoot, .update, .turn: false
    }
  }
}

extension NavStore.Session where R == Page {
  /// Makes the moves, each in a turn of its own.
  func make(_ moves: [Move]) {
    for move in moves {
      switch move {
      case .go(let offset): go(by: offset)
      default: core.change { _ = $0.make(move) }
      }
    }
  }
}
