import TestSupport
import Testing

@testable import NavStore

@Suite("Comparison of a window's list with a model")
struct WindowModelTests {
  private static let stacks = ["a", "b", "c"]

  @Test(
    "Random navigation over three stacks matches the model, also after relaunches",
    arguments: [50, 5, 2, 1])
  func random(_ limit: Int) async throws {
    var random = SeededRandom.make()
    let temporary = try TemporaryStore { $0.limits.backForwardEntries = limit }
    var model = WindowModel(limit: limit, selecting: "a")
    var window = try Window(temporary.store)
    let steps = isSoak ? 10_000 : 400
    for step in 0..<steps {
      let what = "seed \(random.seed), limit \(limit), step \(step)"
      let stack = Self.stacks.randomElement(using: &random) ?? "a"
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<45:
        let selected = window.list.selectedStack
        try change(Bool.random(using: &random) ? selected : stack, window, &model, &random)
      case 45..<52:
        let offset = Bool.random(using: &random) ? -1 : 1
        let isDone = model.goAlone(stack, by: offset)
        #expect(try window.session(stack).go(by: offset) == isDone, "\(what)")
      case 52..<65:
        let isDone = model.select(stack)
        #expect(try window.list.select(stack) == isDone, "\(what)")
      case 65..<95:
        let offset = Int.random(in: -3...3, using: &random)
        #expect(window.list.go(by: offset) == model.go(by: offset), "\(what)")
      case 95..<98:
        try await temporary.store.flush()
        try temporary.reopenAfterKill()
        window = try Window(temporary.store)
      default:
        try temporary.store.closeScene("main")
        try temporary.store.reopenScene("main")
      }
      #expect(window.list.selectedStack == model.window.current.stack, "\(what)")
      if step % 4 == 0 || step == steps - 1 {
        #expect(window.listed == model.listed, "\(what)")
        guard window.listed == model.listed else { return }
      }
      if step % 20 == 0 {
        for stack in Self.stacks {
          let session = try window.session(stack)
          #expect(session.path.map(\.name) == model.path(stack), "\(what)")
          let own = session.listed.replacing("·", with: stack + "·")
          #expect(own == model.listed(stack), "\(what)")
        }
      }
    }
  }

  private func change(
    _ stack: String, _ window: Window, _ model: inout WindowModel, _ random: inout SeededRandom
  ) throws {
    let session = try window.session(stack)
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5:
      let pages = (0..<Int.random(in: 1...3, using: &random)).map { _ in model.makePage(stack) }
      model.change(stack, pop: 0, push: pages)
      session.push(contentsOf: pages.map { Page($0) })
    case 5..<8:
      let count = Int.random(in: 1...3, using: &random)
      model.change(stack, pop: count, push: [])
      session.pop(count)
    case 8:
      let page = model.makePage(stack)
      model.change(stack, pop: 1, push: [page])
      session.turn { stack in
        _ = stack.pop(1)
        stack.push(contentsOf: [Page(page)])
      }
    default:
      let page = model.makePage(stack)
      model.replaceTop(stack, by: page)
      session.replaceTop(with: Page(page))
    }
  }
}
