import Foundation
import TestSupport
import Testing

@testable import NavStore

/// Moving over, held against a store that had its file from the beginning.
@Suite struct MovingOverTests {
  @Test("Whatever was done, a store that moved over is as if it had had its file all the time")
  func sameAsNeverLocked() async throws {
    var random = SeededRandom.make()
    for _ in 0..<(isSoak ? 1_000 : 12) {
      let seed = random.next()
      let (late, plain) = (try LockableStore(), try LockableStore())
      plain.lock.open()
      let stores = [late.open(), plain.open()]
      #expect(stores.map(\.openReport.waitsForFile) == [true, false])
      let steps = Int.random(in: 0..<30, using: &random)
      let opensVisits = Bool.random(using: &random)
      for (number, store) in stores.enumerated() {
        var random = SeededRandom(seed: seed)
        try await Self.use(store, steps: steps, opensVisits: opensVisits, &random)
        if number == 0 { late.lock.unlock() }
        try await Self.use(store, steps: 10, opensVisits: opensVisits, &random)
        try await store.flush()
      }
      let states = [try await Self.state(stores[0]), try await Self.state(stores[1])]
      #expect(states[0] == states[1] || opensVisits, "seed \(seed), \(steps) steps before")
      #expect(try stores[0].soundness().allSatisfy { $0.hasSuffix("routes of no visit") })
      for store in stores { try await store.close() }
      let reopened = [
        try await Self.state(try late.other()), try await Self.state(try plain.other()),
      ]
      #expect(reopened[0] == states[0], "seed \(seed), \(steps) steps before, reopened")
      #expect(reopened[1] == states[1], "seed \(seed), never locked, reopened")
    }
  }

  private static let stacks = ["", "two", "three"]

  /// Where visits are opened, the two are held against their own files only: a stack that is opened
  /// brings visits of its own along when it moves over, which two stacks share where there was a file
  /// all the time.
  private static func use(
    _ store: NavStore, steps: Int, opensVisits: Bool, _ random: inout SeededRandom
  ) async throws {
    for _ in 0..<steps {
      let name = stacks.randomElement(using: &random) ?? ""
      let session = try store.session(of: Page.self, in: "main", stack: name)
      let page = Page(stringLiteral: "p\(Int.random(in: 0..<6, using: &random))")
      switch Int.random(in: 0..<12, using: &random) {
      case 0...3: session.push(page)
      case 4: session.pop()
      case 5: session.replaceTop(with: page)
      case 6: session.back()
      case 7: session.forward()
      case 8: session.replaceRoot(with: page, keepingStack: Bool.random(using: &random))
      case 9: try store.keepSceneValue(page.description, named: "tab", in: "main")
      case 10: try store.save(opensVisits ? [page] : [page, page], in: "main", stack: name)
      default:
        guard opensVisits else { continue }
        let visits = try await store.history(of: Page.self, account: nil).visits(limit: 5)
        if let visit = visits.randomElement(using: &random) { _ = try session.open(visit.id) }
      }
      if Int.random(in: 0..<3, using: &random) == 0 { try await store.commitToMemory() }
    }
  }

  private static func state(_ store: NavStore) async throws -> [String] {
    var state: [String] = []
    for name in stacks {
      let session = try store.session(of: Page.self, in: "main", stack: name)
      let list = session.backForward
      state.append("\(name): \(String(describing: session.root)) \(session.path)")
      state.append("\(list.entries.map { "\($0.depth) \($0.route?.description ?? "/")" })")
      state.append("\(list.index)")
    }
    let visits = try await store.history(of: Page.self, account: nil).visits(limit: 1_000)
    let items = try await store.history(of: Page.self, account: nil).items(.recent(limit: 100))
    state.append("\(visits.map { "\($0.stackName) \($0.route)" })")
    state.append("\(items.map { "\($0.route) \($0.visitCount)" })")
    state.append(try store.sceneValue(String.self, named: "tab", in: "main") ?? "none")
    return state
  }

  @Test("A folder that could not be made is tried again, and a file that is no store stays refused")
  func realFolder() async throws {
    let lockable = try LockableStore()
    let manager = FileManager.default
    // A file in the folder's place: nothing can be made in it.
    try Data("In the way.".utf8).write(to: lockable.folder)
    lockable.lock.open()
    let store = lockable.open()
    #expect(store.openReport.fallbackReason?.reason == .unreadable)
    #expect(store.openReport.waitsForFile)
    try store.save(["a"] as [Page], in: "main")
    lockable.lock.unlock()
    try await store.commitToMemory()
    #expect(store.openReport.waitsForFile)
    try manager.removeItem(at: lockable.folder)
    lockable.lock.unlock()
    try await store.flush()
    #expect(try lockable.other().restore(Page.self, in: "main").path == ["a"])

    let stranger = try LockableStore()
    try manager.createDirectory(at: stranger.folder, withIntermediateDirectories: true)
    try Data("Somebody's notes.".utf8).write(to: stranger.url)
    stranger.lock.open()
    let refused = stranger.open()
    #expect(refused.openReport.fallbackReason?.reason == .notAStore)
    #expect(!refused.openReport.waitsForFile)
    try refused.save(["a"] as [Page], in: "main")
    #expect(await reason { try await refused.flush() } == .notAStore)
  }
}
