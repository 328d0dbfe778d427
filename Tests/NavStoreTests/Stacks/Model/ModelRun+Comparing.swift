import Foundation
import TestSupport
import Testing

@testable import NavStore

extension ModelRun {
  mutating func compare(_ step: Int, newest: Int) async throws {
    let place: Comment = "step \(step), seed \(random.seed)"
    try await store.flush()
    for key in Self.keys {
      let session = try session(key)
      let stack = model.stacks[key] ?? StackModel.Stack()
      let list = session.backForward
      try #require(session.path == model.path(key), place)
      let shown = stack.shown
      try #require(list.index == shown.index, place)
      try #require(!list.entries.contains { !$0.isReadable }, place)
      // Compares the entries that menus show, and the whole stack of every entry of the list, with
      // the model's.
      let stacks = shown.entries.map { StackModel.chain($0).map(\.route) }
      try #require(list.entries.map(\.route) == stacks.map(\.last), place)
      try #require(list.entries.map(\.depth) == stacks.map(\.count), place)
      let behind = session.withState { state in
        state.stack.list.entries.map { entry in
          entry.chain.compactMap { $0.route?.unboxed(as: AppRoute.self) }
        }
      }
      try #require(behind == stack.entries.map { StackModel.chain($0).map(\.route) }, place)
    }
    for account in ["", "u"] {
      try await compareTimeline(account, newest: newest, place)
      try await compareRecents(account, newest: newest, place)
      try await compareRanks(account, place)
    }
  }

  private mutating func compareTimeline(
    _ account: String, newest: Int, _ place: Comment
  ) async throws {
    let history = temporary.store.history(of: AppRoute.self, account: account.orSignedOut)
    let expected = model.visitsByDate(account)
    let visits =
      newest == .max
      ? try await history.allVisits(pageSize: 997)
      : Array(
        try await history.visits(limit: newest)
      )
    try #require(visits.count == min(expected.count, newest), place)
    for (visit, expected) in zip(visits, expected) {
      try #require(visit.route == expected.visit.route, place)
      try #require(visit.scene?.id == expected.key.scene, place)
      try #require(visit.stackName == expected.key.name, place)
    }
    for _ in 0..<min(10, visits.count) {
      let index = Int.random(in: 0..<visits.count, using: &random)
      let stack = try await temporary.store.history(of: AppRoute.self, account: nil).path(
        of: visits[index])
      let routes = StackModel.chain(expected[index].visit).map(\.route)
      try #require(stack.path == routes, place)
    }
  }

  private mutating func compareRecents(
    _ account: String, newest: Int, _ place: Comment
  ) async throws {
    let expected = model.recents(account).prefix(newest)
    let pageSize = Int.random(in: 1...100, using: &random)
    let recents = try await temporary.store.history(of: AppRoute.self, account: account.orSignedOut)
      .allRecents(pageSize: pageSize).prefix(newest)
    try #require(recents.map(\.route) == expected.map(\.route), place)
    try #require(recents.map(\.visitCount) == expected.map(\.count), place)
  }

  private mutating func compareRanks(_ account: String, _ place: Comment) async throws {
    let history = temporary.store.history(of: AppRoute.self, account: account.orSignedOut)
    let counts = model.counts(account)
    let scores = model.scores(account, at: model.now, halfLife: 30 * 86_400_000)
    let frecent = try await history.items(.frequent(limit: 1_000))
    try #require(frecent.count == scores.count, place)
    try #require(frecent.allSatisfy { counts[StackModel.item($0.route)] == $0.visitCount }, place)
    for (item, next) in zip(frecent, frecent.dropFirst() + frecent.suffix(1)) {
      let score = try #require(scores[StackModel.item(item.route)], place)
      let (own, following) = (history.frecency(of: item), history.frecency(of: next))
      try #require(abs(own - score) <= 1e-9 * score, place)
      try #require(own >= following * (1 - 1e-9), place)
    }

    let titles = model.titles[account] ?? [:]
    for (word, title) in [("cm", "Ćma"), ("zolw", "ŻÓŁW"), ("EB", "zebra")] {
      let expected = titles.filter { counts[$0.key] != nil }.filter {
        $1 == title
      }
      let found = try await history.items(.search(word, limit: 1_000))
      try #require(Set(found.map { StackModel.item($0.route) }) == Set(expected.keys), place)
      try #require(found.count == expected.count, place)
    }
  }
}
