import NavRouting
import NavStore
import NavStorePlatform

/// The main loop of the demo. Reads a line, runs it on the scene's router, waits for the commit,
/// and prints the result.
@MainActor
final class Shell {
  let store: NavStore
  private let voice: any Voice
  private var reader: LineReader

  /// The routers of all scenes that were opened in this run, by scene key.
  private var routers: [String: NavRouter<Screen>] = [:]
  private(set) var scene: String
  private(set) var router: NavRouter<Screen>
  var hasQuit = false

  /// The paths visited in earlier runs, for completion. Empty if the input is a pipe.
  private var seen: [String] = []

  init(store: NavStore, voice: any Voice, scene: String = "main") {
    self.store = store
    self.voice = voice
    reader = LineReader(terminal: voice.terminal)
    self.scene = scene
    router = NavWindow(scene: NavScene(id: scene), store: store).router()
    routers[scene] = router
  }

  func run() async -> ExitStatus {
    await greet()
    while !hasQuit, let line = nextLine()?.trimmed {
      if !line.isEmpty { await answer(line) }
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
    guard voice.terminal.isInteractive else { return readLine() }
    return reader.line(prompt: "\(scene.printable)> ", completions: completions)
  }

  /// Returns completions of `start`: command names, or paths after a command that takes a path. The
  /// paths are known places, recently seen places, and the paths in the back/forward list.
  private func completions(of start: String) -> [String] {
    guard let space = start.firstIndex(of: " ") else {
      return CommandForm.all.map(\.completion).filter { $0.hasPrefix(start) }
    }
    let name = start[..<space]
    guard let form = CommandForm.all.first(where: { $0.name == name }), case .path = form.takes
    else { return [] }
    let known = Places.titles.map(\.path) + router.session.backForward.entries.map(\.name) + seen
    return Set(known).map { "\(name) \($0)" }.filter { $0.hasPrefix(start) }.sorted()
  }

  /// Asks the user before a change that cannot be undone. If the input is a pipe, returns `true`
  /// without asking.
  func confirms(_ question: String) -> Bool {
    guard voice.terminal.isInteractive else { return true }
    return reader.ask(question + " Type \"yes\": ") == "yes"
  }

  func tour() throws(Failure) -> Answer {
    guard voice is TextVoice else { throw Failure("The tour is for people, not for --json.") }
    try Tour(terminal: voice.terminal).run()
    return Answer()
  }

  private func greet() async {
    var report = report("restore")
    report.error = router.problem.map { "Nothing will be saved: \($0.message)" }
    do {
      var restored = try restored()
      restored.storePath = store.openReport.url?.path ?? "memory only"
      report.detail = .restored(restored, recents: try await items(.recent(limit: 5)))
    } catch {
      report.error = report.error ?? error.message
    }
    voice.say(report)
    confirmRestore()
    guard voice.terminal.isInteractive else { return }
    let recent = try? await history.items(.recent(limit: 200))
    seen = (recent?.map(\.route.path)) ?? []
  }

  /// Confirms the restore, because the restored screen was drawn without a crash. A kill after the
  /// confirmation doesn't count as a crash of the screen. If the confirmation cannot be written, it
  /// is written with the next change.
  private func confirmRestore() {
    store.writer.endInOrder()
  }

  private func answer(_ line: String) async {
    var answer = Answer()
    var problem: (any Error)?
    do {
      let command = try Command(line)
      answer = try await command.form.run(self, command)
    } catch {
      problem = error
    }
    do {
      try await router.flush()
    } catch {
      // The change that couldn't be saved stays in memory, and the store saves it with the next
      // change.
      problem = error
    }
    let hasEntered = if case .restored = answer.detail { true } else { false }
    var report = report(line)
    report.refusal = answer.refusal
    // If the flush of the entered scene has failed, leave out the report of its restore.
    if !hasEntered || problem == nil { report.detail = answer.detail }
    report.error = problem.map {
      ($0 as? NavStore.Error)?.message ?? ($0 as? Failure)?.message ?? "\($0)"
    }
    voice.say(report)
    if hasEntered { confirmRestore() }
  }

  private func report(_ command: String) -> Report {
    let stack = router.path.map(\.path)
    let list = router.session.backForward
    return Report(
      command: command, scene: scene, stack: stack, entries: list.entries.map(\.name),
      index: list.index)
  }

  /// Kills this process. Each earlier change was committed before its result was printed.
  func crash() async -> Answer {
    try? await router.flush()
    kill(getpid(), SIGKILL)
    return Answer()
  }
}

// MARK: - Commands

extension Shell {
  func open(_ path: String) -> Answer {
    router.push(Screen(path: path))
    router.setTitle(Places.title(of: path) ?? path, for: Screen(path: path))
    return Answer()
  }

  func replaceTop(with path: String) -> Answer {
    let isDone = router.replaceTop(with: Screen(path: path))
    if isDone { router.setTitle(Places.title(of: path) ?? path, for: Screen(path: path)) }
    return .refused("The root screen cannot be replaced.", unless: isDone)
  }

  func close(_ key: String) throws(NavStore.Error) -> Answer {
    guard key != scene else { return .refused("You are in it: switch to another scene first.") }
    let isDone = try store.closeScene(key)
    if isDone { routers[key] = nil }
    return .refused("There is no open scene of that key.", unless: isDone)
  }

  /// Opens the closed scene `key` again and switches to it.
  func reopen(_ key: String) throws(NavStore.Error) -> Answer {
    guard try store.reopenScene(key) else {
      return .refused("There is no closed scene of that key.")
    }
    return try enter(key)
  }

  /// Switches to the scene `key`. Throws if the router of the scene could work in memory only.
  func enter(_ key: String) throws(NavStore.Error) -> Answer {
    let router = routers[key] ?? makeRouter(key)
    _ = router.path
    if let problem = router.problem { throw problem }
    routers[key] = router
    self.router = router
    scene = key
    return Answer(detail: .restored(try restored(), recents: []))
  }

  private func makeRouter(_ key: String) -> NavRouter<Screen> {
    let store = store
    return NavWindow(scene: NavScene(id: key), store: store).router()
  }

  private func restored() throws(NavStore.Error) -> Report.Restored {
    let restoration = try store.restore(Screen.self, in: NavScene(id: scene))
    return Report.Restored(
      savedAt: restoration.savedAt, failureCount: restoration.failures.count,
      isSkipped: restoration.skippedReason != nil)
  }

  /// Returns rows for the scenes in the file, and for the current scene if nothing of it is saved.
  func scenes() throws(NavStore.Error) -> [Report.Row] {
    var rows: [Report.Row] = []
    for saved in try store.scenes() {
      let stack = try store.restore(Screen.self, in: saved).path
      rows.append(
        Report.Row(
          scene: saved.id, isOpen: saved.isOpen, depth: stack.count, savedAt: saved.savedAt,
          isCurrent: saved.id == scene))
    }
    if !rows.contains(where: \.isCurrent) {
      rows.append(
        Report.Row(
          scene: scene, isOpen: true, depth: router.path.count, savedAt: nil, isCurrent: true))
    }
    return rows
  }
}
