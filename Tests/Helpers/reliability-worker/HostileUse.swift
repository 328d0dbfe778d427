import Foundation
import NavStore
import NavStoreInspection

/// Uses hostile files in every way that an app uses a store, and reports the outcome of each call.
/// The test runs this mode in a separate process. A trap then doesn't end the test, and the test
/// can measure the memory that a file takes.
///
///     reliability-worker hostile FILE…
///
/// Prints lines with tabs between the fields. For each file: `file PATH`, for each call `begin
/// NAME` and `call NAME OUTCOME CPU-MILLISECONDS PEAK-MIB`, and `peak MIB`. The last line is
/// `done`.
enum HostileUse {
  static func runIfAsked() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.first == "hostile" else { return }
    // The first use of a store in a process allocates memory that is never freed. Uses a valid
    // store before the files, so that this memory isn't counted for the first file.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    await use(folder.appendingPathComponent("store.sqlite"), nil)
    try? FileManager.default.removeItem(at: folder)
    for path in arguments.dropFirst() {
      say("file", path)
      let before = ResidentMemory.resetPeak()
      await use(URL(fileURLWithPath: path), Report(memoryBefore: before))
      say("peak", "\(max(0, ResidentMemory.peak - before) / 1_048_576)")
    }
    say("done")
  }

  private static func say(_ fields: String...) {
    FileHandle.standardOutput.write(Data((fields.joined(separator: "\t") + "\n").utf8))
  }

  /// Makes calls, and prints the outcome, processor time and peak memory of each.
  private struct Report {
    let memoryBefore: Int

    func call<T>(_ name: String, _ body: () async throws -> T) async -> T? {
      HostileUse.say("begin", name)
      let start = ProcessTime.milliseconds
      var outcome = "ok"
      var result: T?
      do {
        result = try await body()
      } catch let error as NavStore.Error {
        outcome = "\(error.reason)"
      } catch {
        outcome = "untyped"
      }
      let milliseconds = ProcessTime.milliseconds - start
      HostileUse.say(
        "call", name, outcome, "\(milliseconds)",
        "\(max(0, ResidentMemory.peak - memoryBefore) / 1_048_576)")
      return result
    }
  }

  private static func use(_ url: URL, _ report: Report?) async {
    if let report, url.lastPathComponent.hasPrefix("planted-") {
      return await plant(url.lastPathComponent, report)
    }
    func call<T>(_ name: String, _ body: () async throws -> T) async -> T? {
      if let report { return await report.call(name, body) }
      return try? await body()
    }
    guard let store = await call("open", { try NavStore(url: url) }) else { return }
    if let file = store.openReport.quarantinedFile {
      _ = await call("quarantined \(file.lastPathComponent)") {}
    }
    await restore(from: store, call: { name, body in _ = await call(name, body) })
    await ask(store, call: { name, body in _ = await call(name, body) })
    await takeAway(from: store, call: { name, body in _ = await call(name, body) })
    _ = await call("close") { try await store.close() }
    let again = await call("open again") { try NavStore(url: url) }
    _ = await call("restore again") { try again?.restore(Screen.self, in: "main") }
    _ = await call("close again") { try await again?.close() }
  }

  /// Makes the fault that the file's name determines: a trap, a loop of one second, or the use of
  /// 100 MiB of memory. The test that reads the output must find the fault.
  private static func plant(_ name: String, _ report: Report) async {
    _ = await report.call(name) {
      switch name {
      case "planted-trap": fatalError("planted")
      case "planted-hang":
        let start = ProcessTime.milliseconds
        while ProcessTime.milliseconds < start + 1_000 {}
      default:
        let bytes = [UInt8](repeating: 1, count: 100 * 1_048_576)
        withExtendedLifetime(bytes) {}
      }
    }
  }

  private typealias Call = (String, () async throws -> Void) async -> Void

  /// Makes the calls that an app makes at its launch and when it navigates.
  private static func restore(from store: NavStore, call: Call) async {
    await call("restore") { _ = try store.restore(Screen.self, in: "main") }
    await call("scenes") { _ = try store.scenes() }
    await call("recently closed") { _ = try store.closedScenes() }
    await call("scene value") { _ = try store.sceneValue(Int.self, named: "tab", in: "main") }
    await call("session") {
      let session = try store.session(of: Screen.self, in: "main")
      _ = session.path
      _ = session.backForwardMenu
      _ = try session.visitState(String.self, named: "draft")
      _ = try session.itemState(String.self, named: "cursor")
      session.push(Screen("/new"))
      session.push(contentsOf: [Screen("/a"), Screen("/b")])
      session.pop()
      session.back()
      session.back()
      session.forward()
      session.go(by: -1_000)
      session.go(by: .max)
      session.go(by: .min)
      session.go(to: 0)
      session.push(Screen("/newer"))
      try session.setVisitState("text", named: "draft")
      try session.setItemState("line 8", named: "cursor")
      session.setTitle("title")
    }
    await call("other session") {
      let session = try store.session(of: Screen.self, in: "main", stack: "side", account: "ada")
      session.popToRoot()
      session.push(Screen("/side"))
    }
    await call("window") {
      let window = try store.window(in: "main")
      _ = try window.select("side")
      _ = window.back()
      _ = window.forward()
      _ = window.backForwardMenu
    }
    await call("flush") { try await store.flush() }
    await call("save") { try store.save([Screen("/x"), Screen("/y")], in: "second") }
  }

  private static func ask(_ store: NavStore, call: Call) async {
    await call("recent") { _ = try await store.history(of: Screen.self, account: nil).items() }
    await call("recent of ada") {
      _ = try await store.history(of: Screen.self, account: "ada").items()
    }
    await call("frecent") {
      _ = try await store.history(of: Screen.self, account: nil).items(.frequent())
    }
    await call("search") {
      _ = try await store.history(of: Screen.self, account: nil).items(.search("page"))
    }
    await call("visits") {
      let page = try await store.history(of: Screen.self, account: nil).visits(limit: 50)
      for visit in page.prefix(3) {
        _ = try await store.history(of: Screen.self, account: nil).path(of: visit)
      }
    }
    let (history, start) = (
      store.history(of: Screen.self, account: nil), Date(timeIntervalSince1970: 0)
    )
    await call("visits of all dates") { _ = try await history.visits(from: start) }
    await call("visits of a kind") { _ = try await history.visits(kind: "Screen") }
    await call("visits of a scene") { _ = try await history.visits(in: "main") }
    await call("visits of an item") { _ = try await history.visits(of: Screen("/page 1")) }
    await call("visits of dates in a scene") {
      _ = try await history.visits(from: start, in: "main")
    }
    await call("tree") {
      _ = try await store.history(of: Screen.self, account: nil).tree(in: "main")
    }
    await call("preview") { _ = try await store.prune(dryRun: true) }
    await call("export") {
      var bytes = 0
      for try await line in store.exportHistory() {
        bytes += line.utf8.count
        if bytes > 2_000_000 { break }
      }
    }
  }

  private static func takeAway(from store: NavStore, call: Call) async {
    await call("rewrite") {
      try await store.history(of: Screen.self, account: nil).replaceRoutes {
        $0 == Screen("/page 2") ? Screen("/page two") : nil
      }
    }
    await call("remove") {
      try await store.history(of: Screen.self, account: nil).removeRoutes {
        $0.name == "/page 3"
      }
    }
    await call("forget item") {
      try await store.history(of: Screen.self, account: nil).forget(.item(Screen("/page 1")))
    }
    await call("forget kind") {
      try await store.history(of: Screen.self, account: nil).forget(.kind("nothing"))
    }
    await call("forget dates") {
      try await store.history(of: Screen.self, account: nil).forget(
        .dates(.distantPast..<Date(timeIntervalSince1970: 1_000_000_000)))
    }
    await call("prune") { try await store.prune() }
    await call("forget kind of all") {
      try await store.history(of: Screen.self, account: nil).forget(.kind("Screen"))
    }
    await call("forget by choice") {
      try await store.history(of: Screen.self, account: "ada").forget(.items { _ in true })
    }
    await call("forget account") { try await store.eraseSignedOut() }
    await call("close scene") { try store.closeScene("second") }
    await call("reopen scene") { try store.reopenScene("second") }
    await call("suspend") { try await store.suspend() }
    await call("delete scene") { try await store.deleteScene("second") }
    await call("erase account") { try await store.eraseAccount("ada") }
    await call("erase everything") { try await store.eraseEverything() }
  }
}

/// The route type of the screens in the hostile stores.
private struct Screen: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Screen")

  var name: String

  init(_ name: String) {
    self.name = name
  }

  var routeTraits: NavRouteTraits {
    .init(itemID: "Screen#" + name, kind: "Screen")
  }
}

private enum ProcessTime {
  /// The processor time of all threads of this process. Unlike wall-clock time, it excludes the
  /// load of other processes.
  static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
  }
}

/// The resident memory of this process in bytes, as Linux reports it; 0 on other systems.
private enum ResidentMemory {
  /// Resets the peak to the memory in use, and returns the memory in use.
  static func resetPeak() -> Int {
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    return value(of: "VmRSS:")
  }

  static var peak: Int { value(of: "VmHWM:") }

  private static func value(of name: String) -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
      return 0
    }
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Int($0) }
      .map { $0 * 1_024 } ?? 0
  }
}
