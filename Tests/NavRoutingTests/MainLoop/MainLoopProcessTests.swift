import Foundation
import NavRouting
import NavStore
import TestSupport
import Testing

/// Programs with main loops of several kinds. Each pushes screens 1, 2 and 3, and is then killed by
/// SIGKILL. If its turns end, it goes back by one screen before the kill.
@Suite struct MainLoopProcessTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private struct Screen: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "Screen")
    let id: Int
  }

  static let isGLibHere: Bool = {
    guard let library = dlopen("libglib-2.0.so.0", RTLD_NOW) else { return false }
    dlclose(library)
    return true
  }()

  /// A kind of main loop, and whether the program passes the loop to `NavMainLoop`.
  struct Case: CustomTestStringConvertible {
    let loop: String
    var hasHook = false

    /// Whether the program's turns end without a call by the program.
    var endsTurns = true

    var testDescription: String { "\(loop), \(hasHook ? "with" : "without") the hook" }

    static let all = [
      Case(loop: "glib", endsTurns: false), Case(loop: "glib", hasHook: true),
      Case(loop: "sleep", endsTurns: false), Case(loop: "sleep", hasHook: true),
      Case(loop: "dispatch"), Case(loop: "dispatch", hasHook: true),
      Case(loop: "async"), Case(loop: "async", hasHook: true),
    ].filter { $0.loop != "glib" || isGLibHere }
  }

  /// The lines that the program prints, and the data in its file after the kill.
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
    let visits = try await store.history(of: Screen.self, account: nil).visits().map(\.route.id)
    session.forward()
    let forward = session.path.map(\.id)
    try await store.close()
    return End(
      path: String(lines[0]), problem: lines[1] == "none" ? nil : String(lines[1]), stack: stack,
      visits: visits.reversed(), forward: forward)
  }

  @Test(
    "Each page is a visit once its turn ends, and a kill loses no page with any main loop",
    arguments: Case.all)
  func pages(_ loop: Case) async throws {
    let end = try await run(loop.loop, hasHook: loop.hasHook, milliseconds: 400)
    #expect(end.path == (loop.endsTurns ? "1 2" : "1 2 3"))
    #expect(end.problem == (loop.endsTurns ? nil : "noMainLoop"))
    #expect(end.stack == (loop.endsTurns ? [1, 2] : [1, 2, 3]))
    #expect(end.visits == (loop.endsTurns ? [1, 2, 3] : []))
    #expect(end.forward == [1, 2, 3])
  }

  @Test("A program whose main loop has ended closes the store without hanging")
  func over() async throws {
    let end = try await run("sleep", milliseconds: 1, end: "close")
    #expect(end.path == "1 2 3")
    #expect(end.stack == [1, 2, 3])
    #expect(end.visits == [3])
  }

  @Test("GLib is available for the tests", .enabled(if: isGLibHere, "libglib-2.0.so.0 is missing"))
  func glib() {}
}
