import Foundation
import TestSupport
import Testing

@testable import NavStore

/// A store that was used before its file could be opened, compared with a store that had its file
/// from the start.
@Suite struct UnopenedFileTests {
  @Test("Stacks, lists, values and visits from before the opening are saved as if it had been open")
  func comesAlong() async throws {
    var random = SeededRandom.make()
    for _ in 0..<(isSoak ? 1_000 : 12) {
      let seed = random.next()
      let (late, plain) = (try LockableStore(), try LockableStore())
      plain.lock.open()
      let stores = [late.open(), plain.open()]
      #expect(stores.map(\.openReport.waitsForFile) == [true, false])
      let steps = Int.random(in: 0..<30, using: &random)
      for (number, store) in stores.enumerated() {
        var random = SeededRandom(seed: seed)
        try await Self.use(store, steps: steps, &random)
        if number == 0 { late.lock.unlock() }
        try await store.flush()
      }
      var states: [[String]] = []
      for store in stores { states.append(try await Self.state(store)) }
      #expect(states[0] == states[1], "seed \(seed), \(steps) steps")
      #expect(try stores[0].consistencyFaults().allSatisfy { $0.hasSuffix("routes of no visit") })
      try await Self.use(stores[0], steps: 10, &random)
      try await stores[0].flush()
      let state = try await Self.state(stores[0])
      for store in stores { try await store.close() }
      #expect(try await Self.state(try late.other()) == state, "seed \(seed), reopened")
    }
  }

  private static let stacks = ["", "two", "three"]

  private static func use(
    _ store: NavStore, steps: Int, _ random: inout SeededRandom
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
      case 10: try? store.save([page], in: "main", stack: name)
      default: try session.setVisitState(page.description, named: "draft")
      }
      if Int.random(in: 0..<3, using: &random) == 0 { try? await store.flush() }
    }
  }

  /// Returns the roots, paths and values of all stacks.
  private static func places(_ store: NavStore) throws -> [String] {
    try stacks.map { name in
      let session = try store.session(of: Page.self, in: "main", stack: name)
      let draft = try session.visitState(String.self, named: "draft")
      return "\(name): \(String(describing: session.root)) \(session.path) \(draft ?? "none")"
    } + [try store.sceneValue(String.self, named: "tab", in: "main") ?? "none"]
  }

  private static func state(_ store: NavStore) async throws -> [String] {
    var state = try places(store)
    for name in stacks {
      let list = try store.session(of: Page.self, in: "main", stack: name).backForward
      state.append("\(list.entries.map { "\($0.depth) \($0.route?.description ?? "/")" })")
      state.append("\(list.index)")
    }
    let visits = try await store.history(of: Page.self, account: nil).visits(limit: 1_000)
    let items = try await store.history(of: Page.self, account: nil).items(.recent(limit: 100))
    state.append("\(visits.map { "\($0.stackName) \($0.route)" })")
    state.append("\(items.map { "\($0.route) \($0.visitCount)" })")
    return state
  }

  @Test("The current entry of a window's list is added to the file's list")
  func windowList() async throws {
    let lockable = try LockableStore()
    try lockable.prepare { store in
      let list = try store.window(in: "main", selecting: "one")
      try store.session(of: Page.self, in: "main", stack: "one").push("x")
      try list.select("two")
      let other = try store.window(in: "second", selecting: "one")
      try other.select("two")
    }
    let store = lockable.open()
    let list = try store.window(in: "main", selecting: "one")
    let one = try store.session(of: Page.self, in: "main", stack: "one")
    let other = try store.window(in: "second", selecting: "one")
    #expect(other.selectedStack == "one")
    one.push("a")
    #expect(try list.select("three"))
    #expect(list.canGoBack)
    lockable.lock.unlock()
    try await store.flush()
    #expect(other.selectedStack == "two")
    #expect(list.selectedStack == "three")
    #expect(one.path == ["a"])
    // The list has the root screen, `x` and stack "two" from the file, and stack "three" from
    // before the unlock.
    #expect(list.count == 4)
    #expect(list.back() && list.selectedStack == "two")
    #expect(list.back() && list.selectedStack == "one" && one.path == ["x"])
    try await store.flush()
    #expect(try store.consistencyFaults() == [])
  }

  @Test("A folder that can't be created is retried; a file that isn't a store stays rejected")
  func realFolder() async throws {
    let lockable = try LockableStore()
    let manager = FileManager.default
    // A file at the folder's path prevents the store from creating the folder.
    try Data("In the way.".utf8).write(to: lockable.folder)
    lockable.lock.open()
    let store = lockable.open()
    #expect(store.openReport.fallbackReason?.reason == .unreadable)
    #expect(store.openReport.waitsForFile)
    try store.session(of: Page.self, in: "main").push("a")
    lockable.lock.unlock()
    #expect(await reason { try await store.flush() } == .unreadable)
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
