import NavRouting
import NavStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The loop: reads a line, does it on the scene's router, waits until that is committed, says what
/// came of it.
@MainActor
final class Shell {
  let store: NavStore
  private let voice: any Voice

  /// One for each scene that was visited in this run.
  private var routers: [String: NavRouter<Screen>] = [:]
  private(set) var scene: String
  private(set) var router: NavRouter<Screen>

  init(store: NavStore, voice: any Voice, scene: String = "main") {
    self.store = store
    self.voice = voice
    self.scene = scene
    router = NavRouter(in: NavWindow(store: store, scene: scene))
    routers[scene] = router
  }

  func run() async -> ExitStatus {
    await greet()
    while let line = nextLine()?.trimmed {
      guard !line.isEmpty else { continue }
      if await !answer(line) { break }
    }
    do {
      try await store.close()
      return .done
    } catch {
      complain("The last changes are not saved: \(error.message)")
      return .failed
    }
  }

  private func nextLine() -> String? {
    if voice.isInteractive { StandardStream.output.put("\(scene.printable)> ") }
    let line = readLine()
    // The end of input leaves the cursor behind the prompt.
    if line == nil && voice.isInteractive { StandardStream.output.put("\n") }
    return line
  }

  private func greet() async {
    var report = report("restore")
    report.error = router.problem.map { "Nothing will be saved: \($0.message)" }
    do {
      var restored = try restored()
      restored.storePath = store.openReport.url?.path ?? "memory only"
      report.detail = .restored(restored, recents: try await recents(5))
    } catch {
      report.error = report.error ?? error.message
    }
    voice.say(report)
    await confirmRestore()
  }

  /// The restored screen was drawn, so it works: a later kill is no sign that it crashes the app.
  /// Where that cannot be written now, it is with the next change.
  private func confirmRestore() async {
    try? await router.session.confirmRestore()
  }

  /// Does what `line` says; false where that is to leave.
  private func answer(_ line: String) async -> Bool {
    let command: Command
    do {
      command = try Command(line)
    } catch {
      var report = report(line)
      report.error = error.message
      voice.say(report)
      return true
    }
    if command == .crash { await crash() }
    await perform(command, line)
    return command != .quit
  }

  private func perform(_ command: Command, _ line: String) async {
    var refusal: String?
    var detail = Report.Detail.none
    var problem: NavStore.Error?
    do {
      refusal = try await navigate(command)
    } catch {
      problem = error
    }
    do {
      try await router.flush()
    } catch {
      // Memory keeps the change, and the store tries again with the next one.
      problem = error
    }
    do {
      detail = try await self.detail(of: command)
    } catch {
      problem = problem ?? error
    }
    // One stayed where one was.
    if case .restored = detail, refusal != nil || problem != nil { detail = .none }
    if case .forgotten(visits: 0) = detail { refusal = "There was nothing to forget." }
    var report = report(line)
    report.refusal = refusal
    report.detail = detail
    report.error = problem?.message
    voice.say(report)
    switch command {
    case .scene, .reopen: await confirmRestore()
    default: break
    }
  }

  private func report(_ command: String) -> Report {
    let stack = router.path.map(\.path)
    let list = router.backForward
    return Report(
      command: command, scene: scene, stack: stack, entries: list.entries.map(\.name),
      index: list.index)
  }

  /// As hard an end as there is. What came before was committed before it was shown.
  private func crash() async {
    try? await router.flush()
    kill(getpid(), SIGKILL)
  }
}

// MARK: - Commands

extension Shell {
  /// Makes the change; gives the reason where there is nothing to do.
  private func navigate(_ command: Command) async throws(NavStore.Error) -> String? {
    switch command {
    case .open(let path):
      router.push(Screen(path: path))
      router.setTitle(path)
      return nil
    case .replace(let path):
      guard router.replaceTop(with: Screen(path: path)) else {
        return "The root screen cannot be replaced."
      }
      router.setTitle(path)
      return nil
    case .visit(let number): return try await reopenVisit(number)
    case .close(let key): return try close(key)
    case .reopen(let key): return try reopen(key)
    case .pop(let count):
      return router.pop(count) > 0 ? nil : "This is the root screen already."
    case .root:
      return router.popToRoot() > 0 ? nil : "This is the root screen already."
    case .back:
      return router.back() ? nil : "There is nothing to go back to."
    case .forward:
      return router.forward() ? nil : "There is nothing to go forward to."
    case .go(let offset):
      return router.go(by: offset) ? nil : "The list does not go so far."
    case .scene(let key):
      try enter(key)
      return nil
    default: return nil
    }
  }

  /// Closes the scene `key`; gives the reason where it cannot be.
  private func close(_ key: String) throws(NavStore.Error) -> String? {
    guard key != scene else { return "You are in it: switch to another scene first." }
    guard try store.closeScene(key) else { return "There is no open scene of that key." }
    routers[key] = nil
    return nil
  }

  /// Opens the closed scene `key` again and goes there.
  private func reopen(_ key: String) throws(NavStore.Error) -> String? {
    var isReopened = false
    do {
      isReopened = try store.reopenScene(key)
    } catch let error as NavStore.Error {
      throw error
    } catch {
      return "It cannot be opened again: \(error)"
    }
    guard isReopened else { return "There is no closed scene of that key." }
    try enter(key)
    return nil
  }

  /// Goes to the scene `key`; stays where the router could work in memory only.
  private func enter(_ key: String) throws(NavStore.Error) {
    let router = routers[key] ?? makeRouter(key)
    _ = router.path
    if let problem = router.problem { throw problem }
    routers[key] = router
    self.router = router
    scene = key
  }

  private func makeRouter(_ key: String) -> NavRouter<Screen> {
    let store = store
    return NavRouter(in: NavWindow(store: store, scene: key))
  }

  private func detail(of command: Command) async throws(NavStore.Error) -> Report.Detail {
    switch command {
    case .scene, .reopen: .restored(try restored(), recents: [])
    case .scenes: .rows(try scenes(), key: "scenes")
    case .stack: .stack
    case .list: .list
    case .recent(let limit): .rows(try await recents(limit))
    case .visits(let limit): .rows(try await visits(limit), isNumbered: true)
    case .frecent(let limit): .rows(try await frecent(limit))
    case .search(let text): .rows(try await found(text), ifNone: "nothing found")
    case .tree: .tree(try await tree())
    case .forget(let path): .forgotten(visits: try await forget(path))
    case .clear: .forgotten(visits: try await forgetEverything())
    case .closed: .rows(try await closed(), ifNone: "none")
    case .help: .help
    default: .none
    }
  }

  private func restored() throws(NavStore.Error) -> Report.Restored {
    let restoration = try store.restore(Screen.self, in: scene)
    return Report.Restored(
      savedAt: restoration.savedAt, lossCount: restoration.losses.count,
      isSetAside: restoration.setAsideBecause != nil)
  }

  /// Those of the file, then the one where one is, if nothing was saved in it yet.
  private func scenes() throws(NavStore.Error) -> [Report.Row] {
    var rows: [Report.Row] = []
    for saved in try store.scenes() {
      let stack = try store.restore(Screen.self, in: saved.key).stack
      rows.append(
        Report.Row(
          scene: saved.key, isOpen: saved.isOpen, depth: stack.count, savedAt: saved.savedAt,
          isCurrent: saved.key == scene))
    }
    if !rows.contains(where: \.isCurrent) {
      rows.append(
        Report.Row(
          scene: scene, isOpen: true, depth: router.path.count, savedAt: nil, isCurrent: true))
    }
    return rows
  }
}
