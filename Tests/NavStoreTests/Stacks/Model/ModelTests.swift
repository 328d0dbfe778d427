import Foundation
import TestSupport
import Testing

@testable import NavStore

@Suite("Comparison with a model")
struct ModelTests {
  @Test(
    "Stacks and history match the model after random operations and relaunches",
    arguments: [1, 2])
  func randomOperations(processes: Int) async throws {
    var run = try ModelRun(random: .make(), processes: processes)
    let count = isSoak ? 500_000 : 600
    for step in 0..<count {
      try await run.operate(step)
      switch Int.random(in: 0..<(count / 30), using: &run.random) {
      case 0:
        try await run.relaunch()
        try await run.compare(step, newest: 100)
      case 1: try await run.forget(step)
      case 2...3: try await run.change(step)
      case 4...7: try await run.switchProcess()
      default: break
      }
    }
    try await run.compare(count, newest: .max)
    try await run.relaunch()
    try await run.compare(count, newest: .max)
  }

  @Test("Two processes that change each other's shown stacks keep the file valid")
  func held() async throws {
    var random = SeededRandom.make()
    let temporary = try TemporaryStore()
    var stores = [temporary.store, try temporary.another()]
    var sessions: [[NavStore.Session<AppRoute>]] = []
    func hold() throws {
      sessions = try stores.enumerated().map { index, store in
        try ["shared", "own \(index)"].map { scene in
          let session = try store.session(of: AppRoute.self, in: scene, account: "u")
          _ = session.backForward
          return session
        }
      }
    }
    try hold()
    var made = 0
    var gone: Set<Int> = []
    for step in 0..<(isSoak ? 20_000 : 300) {
      let place: Comment = "step \(step), seed \(random.seed)"
      let process = Int.random(in: 0..<2, using: &random)
      let session = sessions[process][Int.random(in: 0..<2, using: &random)]
      switch Int.random(in: 0..<20, using: &random) {
      case 0...8:
        made += 1
        session.push(.product(id: made, tab: nil))
      case 9...11: session.pop(Int.random(in: 1...3, using: &random))
      case 12...14: session.go(by: Int.random(in: -2...2, using: &random))
      case 15:
        made += 1
        let kept = Int.random(in: 0...session.depth, using: &random)
        session.set(Array(session.path.prefix(kept)) + [.product(id: made, tab: nil)])
      case 16: try await stores[process].flush()
      default:
        // Saves the changes of both stores before the removal, because a pending change would count
        // as made after the removal.
        for store in stores { try await store.flush() }
        let number = Int.random(in: 0..<7, using: &random)
        let doomed = Set((0...made).filter { $0 % 7 == number })
        try await change(stores[process], doomed, &random)
        gone.formUnion(doomed)
      }
      guard step % 25 == 24 else { continue }
      for store in stores { try await store.flush() }
      let next = try temporary.another()
      let faults = try next.consistencyFaults()
      try #require(faults == [], place)
      func isGone(_ route: AppRoute?) -> Bool {
        if case .product(let id, _) = route { gone.contains(id) } else { false }
      }
      for scene in ["shared", "own 0", "own 1"] {
        let session = try next.session(of: AppRoute.self, in: scene, account: "u")
        try #require(session.restoration.failures.isEmpty, place)
        try #require(!session.path.contains(where: isGone), place)
        try #require(!session.backForward.entries.contains { isGone($0.route) }, place)
      }
      let visits = try await next.history(of: AppRoute.self, account: "u").visits(limit: 10_000)
      try #require(!visits.contains { isGone($0.route) }, place)
      try await next.close()
      guard step % 100 == 99 else { continue }
      sessions = []
      try await stores[1].close()
      try await temporary.relaunch()
      stores = [temporary.store, try temporary.another()]
      try hold()
    }
  }

  private func change(
    _ store: NavStore, _ doomed: Set<Int>, _ random: inout SeededRandom
  ) async throws {
    @Sendable func isDoomed(_ route: AppRoute) -> Bool {
      if case .product(let id, _) = route { doomed.contains(id) } else { false }
    }
    if Bool.random(using: &random) {
      for account in [nil, "u"] {
        try await store.history(of: AppRoute.self, account: account).removeRoutes { isDoomed($0) }
      }
    } else {
      try await store.history(of: AppRoute.self, account: "u").forget(.items { isDoomed($0.route) })
    }
  }
}
