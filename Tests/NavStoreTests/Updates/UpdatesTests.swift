import Foundation
import Testing

@testable import NavStore

@Suite("Update streams of history queries")
struct UpdatesTests {
  private let folder: TemporaryStore
  private let store: NavStore
  private let session: NavStore.Session<Shop>

  init() throws {
    folder = try TemporaryStore()
    store = folder.store
    session = try store.session(of: Shop.self, in: "main")
  }

  private func recent(limit: Int = 20) -> NavUpdates<[NavItem<Shop>]> {
    store.history(of: Shop.self, account: nil).updates(.recent(limit: limit))
  }

  @Test("A stream delivers the current result first, and then one after each changing commit")
  func firstAndNext() async throws {
    session.push(.product(1))
    var updates = recent().makeAsyncIterator()
    #expect(await updates.next()?.map(\.route) == [.product(1)])
    session.push(.product(2))
    #expect(await updates.next()?.map(\.route) == [.product(2), .product(1)])
    session.push(.product(3))
    try await store.flush()
    #expect(await updates.next()?.map(\.route) == [.product(3), .product(2), .product(1)])
  }

  @Test("Changes that were not received yet are delivered as one result")
  func coalesced() async throws {
    var updates = recent(limit: 100).makeAsyncIterator()
    #expect(await updates.next()?.isEmpty == true)
    for id in 1...50 {
      session.push(.product(id))
      try await store.flush()
    }
    #expect(await updates.next()?.count == 50)
    // The stream has delivered all results of the earlier pushes, so its next result is the result
    // of this push.
    session.push(.product(51))
    #expect(await updates.next()?.count == 51)
  }

  @Test("A change during a read is not missed")
  func notMissed() async throws {
    let reader = Task { [updates = recent(limit: 1)] in
      for await page in updates where page.first?.route == .product(300) { return true }
      return false
    }
    for id in 1...300 { session.push(.product(id)) }
    #expect(await reader.value)
  }

  @Test("Back, pops, values and other accounts don't update the recent items")
  func noNews() async throws {
    session.push(contentsOf: [.product(1), .product(2)])
    session.push(.product(3))
    var updates = recent().makeAsyncIterator()
    _ = await updates.next()
    session.back()
    session.forward()
    try session.setVisitState(1, named: "scroll")
    try store.save([Shop.product(9)], in: "main", account: "ada")
    try await store.flush()
    // If the stream reported one of the changes above, its next result would not have the visit of
    // this push.
    session.push(.product(4))
    #expect(await updates.next()?.first?.route == .product(4))
  }

  @Test("Every query has an update stream")
  func questions() async throws {
    session.push(.product(1))
    session.push(.product(2))
    session.setTitle("Second")
    session.push(.product(2))
    try await store.flush()
    let history = store.history(of: Shop.self, account: nil)
    var frecent = history.updates(.frequent(limit: 1)).makeAsyncIterator()
    var found = history.updates(.search("second")).makeAsyncIterator()
    var recent = history.updates(.recent(limit: 2)).makeAsyncIterator()
    #expect(await frecent.next()?.map(\.route) == [.product(2)])
    #expect(await found.next()?.map(\.title) == ["Second"])
    #expect(await recent.next()?.map(\.route) == [.product(2), .product(1)])

    session.push(.product(3))
    #expect(await recent.next()?.map(\.route) == [.product(3), .product(2)])
    session.setTitle("Second to none")
    #expect(await frecent.next() != nil)
    #expect(await found.next()?.count == 2)
  }

  @Test("Removing, rewriting and erasing update the recent items")
  func removal() async throws {
    session.push(.product(1))
    session.push(.product(2))
    var updates = recent().makeAsyncIterator()
    #expect(await updates.next()?.count == 2)
    try await store.history(of: Shop.self, account: nil).removeRoutes {
      $0 == .product(1)
    }
    #expect(await updates.next()?.map(\.route) == [.product(2)])
    try await store.history(of: Shop.self, account: nil).replaceRoutes {
      $0 == Shop.product(2) ? .product(7) : nil
    }
    #expect(await updates.next()?.map(\.route) == [.product(7)])
    try await store.eraseAll(of: "")
    #expect(await updates.next()?.isEmpty == true)
  }

  private var listenerCount: Int {
    store.writer.live.withState { $0.listeners.count }
  }

  @Test("Each iteration has its own results, and ends its subscription when it is released")
  func several() async throws {
    let updates = recent()
    do {
      var first = updates.makeAsyncIterator()
      var second = updates.makeAsyncIterator()
      session.push(.product(1))
      #expect(await first.next()?.count == 1)
      #expect(await second.next()?.count == 1)
      #expect(listenerCount == 2)
    }
    #expect(listenerCount == 0)
  }

  @Test("A canceled iteration leaves no subscription")
  func cancelled() async throws {
    let started = AsyncStream.makeStream(of: Void.self)
    let task = Task { [updates = recent()] in
      for await _ in updates { started.continuation.yield() }
    }
    var starts = started.stream.makeAsyncIterator()
    await starts.next()
    task.cancel()
    await task.value
    #expect(listenerCount == 0)
  }

  @Test("Closing the store ends a stream without an error")
  func closed() async throws {
    var updates = recent().makeAsyncIterator()
    _ = await updates.next()
    try await store.close()
    #expect(await updates.next() == nil)
    #expect(await updates.next() == nil)
    #expect(store.writer.failures.last.isEmpty)
  }

  @Test("A failing query is reported and ends its stream")
  func badQuestion() async throws {
    var failures = store.saveFailures.makeAsyncIterator()
    var updates = recent(limit: -1).makeAsyncIterator()
    #expect(await updates.next() == nil)
    #expect(await failures.next()?.code == .invalidArgument)
  }
}

private enum Shop: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Shop")

  case product(Int)
}
