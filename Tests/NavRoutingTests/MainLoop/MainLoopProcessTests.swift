import Foundation
import NavRouting
import NavStore
import TestSupport
import Testing

/// Programs with main loops of several kinds, killed: each pushes screens 1, 2 and 3, goes back, and
/// is ended by SIGKILL.
@Suite struct MainLoopProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private struct Screen: NavRoute {
    static let routeForm = NavStore.RouteForm(tag: "Screen")
    let id: Int
  }

  static let isGLibHere: Bool = {
    guard let library = dlopen("libglib-2.0.so.0", RTLD_NOW) else { return false }
    dlclose(library)
    return true
  }()

  /// A loop, and whether the program gives it to `NavMainLoop`.
  struct Case: CustomTestStringConvertible {
    let loop: String
    var hasHook = false

    /// What the routers say when all is done.
    var problem: String?

    var testDescription: String { "\(loop), \(hasHook ? "with" : "without") the hook" }

    static let all = [
      Case(loop: "glib", problem: "invalidArgument"), Case(loop: "glib", hasHook: true),
      Case(loop: "sleep", problem: "invalidArgument"), Case(loop: "sleep", hasHook: true),
      Case(loop: "dispatch"), Case(loop: "dispatch", hasHook: true),
      Case(loop: "async"), Case(loop: "async", hasHook: true),
    ].filter { $0.loop != "glib" || isGLibHere }
  }

  /// What the program has printed, and what it left behind.
  private struct End {
    let path: String
    let problem: String?
    let stack: [Int]
    let visits: [Int]
    let forward: [Int]
  }

  private func run(
    _ loop: String, hasHook: Bool = false, milliseconds: Int, end: String = "kill"
  ) async throws -> End {
    let isAsync = loop == "async"
    let hook = hasHook ? "hook" : "none"
    let process = try await FinishedProcess(
      try BuiltExecutable.named(isAsync ? "loop-app-async" : "loop-app"),
      [folder.path()] + (isAsync ? [] : [loop]) + [hook, "\(milliseconds)"]
        + (isAsync ? [] : [end]))
    try #require(process.signal == (end == "kill" ? SIGKILL : nil), "\(process.errors)")
    let lines = process.output.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count >= 2)

    let store = try NavStore(url: folder.store)
    let session = try store.session(of: Screen.self, in: "main")
    let stack = session.path.map(\.id)
    let visits = try await store.history(of: Screen.self).visits().map(\.route.id)
    session.forward()
    let forward = session.path.map(\.id)
    try await store.close()
    return End(
      path: String(lines[0]), problem: lines[1] == "none" ? nil : String(lines[1]), stack: stack,
      visits: visits.reversed(), forward: forward)
  }

  @Test(
    "Back goes to the page before, each page is a visit, and a kill loses none of it",
    arguments: Case.all)
  func pages(_ loop: Case) async throws {
    let end = try await run(loop.loop, hasHook: loop.hasHook, milliseconds: 400)
    #expect(end.path == "1 2")
    #expect(end.problem == loop.problem)
    #expect(end.stack == [1, 2])
    #expect(end.visits == [1, 2, 3])
    #expect(end.forward == [1, 2, 3])
  }

  @Test("What is pushed in less than a second, with no loop to end the turn, is saved too")
  func quick() async throws {
    let end = try await run("sleep", milliseconds: 150)
    #expect(end.path == "1 2")
    #expect(end.stack == [1, 2])
    #expect(end.forward == [1, 2, 3])
  }

  @Test("A program whose loop is over closes the store without waiting for one")
  func over() async throws {
    let end = try await run("sleep", milliseconds: 1, end: "close")
    #expect(end.path == "1 2 3")
    #expect(end.stack == [1, 2, 3])
    #expect(end.visits == [3])
  }

  @Test("GLib is here to be tested with", .enabled(if: isGLibHere, "libglib-2.0.so.0 is missing"))
  func glib() {}
}
