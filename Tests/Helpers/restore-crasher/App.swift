import NavRouting
import NavStoreTesting
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The app in the process: its store, its routers, and the screen that crashes the app.
@MainActor
struct App {
  private let path: String
  private let clock = ManualClock()
  private let life = ManualLife()
  private var configuration = NavStore.Configuration()
  private var culprit: Int?
  private var coversCount = false
  private var signal = SIGKILL
  private var routers: [NavRouter<Screen>] = []

  init(path: String) {
    self.path = path
  }

  /// Applies a setting of the form `NAME=VALUE`. Returns `false` if the argument doesn't have this
  /// form, because it is a step. Throws ``Usage`` for an unknown setting.
  mutating func set(_ argument: String) throws -> Bool {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return false }
    switch (parts[0], parts[1]) {
    case ("guard", "off"): configuration.crashGuard = false
    case ("guard", let attempts): configuration.crashLimit = Int(attempts) ?? 2
    case ("culprit", let id): culprit = Int(id)
    case ("where", let place): coversCount = place == "anywhere"
    case ("signal", "KILL"): signal = SIGKILL
    case ("signal", "SEGV"): signal = SIGSEGV
    case ("signal", "TRAP"): signal = SIGTRAP
    default: throw Usage(argument: argument)
    }
    return true
  }

  mutating func run(_ steps: [Step]) async throws {
    configuration.clock = { [clock] in clock.now }
    configuration.life = .frozen
    configuration.life.uptime = { [life] in life.uptime() }
    configuration.life.onMainLoop = { [life] in life.onMainLoop($0) }
    configuration.life.after = { [life] in life.after($0, $1) }
    let store = try NavStore(url: URL(fileURLWithPath: path), configuration: configuration)
    for step in steps { try await perform(step, on: store) }
  }

  private mutating func perform(_ step: Step, on store: NavStore) async throws {
    switch step {
    case .show(let stack):
      routers.append(NavRouter(in: NavWindow(scene: "main", store: store), stack: stack))
      draw()
    case .peek(let stack):
      _ = try store.session(of: Screen.self, in: "main", stack: stack)
    case .drop:
      routers = []
      for other in 0..<16 { _ = try store.restore(Screen.self, in: "other", stack: "\(other)") }
    case .push(let id):
      routers.last?.push(Screen(id: id))
      try await settle()
    case .forward:
      routers.last?.forward()
      try await settle()
    case .clear: try await store.history(of: Screen.self, account: nil).erase(.all)
    case .advance(let seconds):
      clock.advance(by: .seconds(seconds))
      life.advance(by: .milliseconds(Int(seconds * 1_000)))
      // Waits until the changes of the timers and the main loop are saved.
      try await store.flush()
    case .confirm: store.writer.endInOrder()
    case .suspend: try await store.suspend()
    case .report: try report()
    case .close: try await store.close()
    case .kill: raise(SIGKILL)
    }
  }

  /// Saves the change and then draws. If the new screen crashes the app, the screen is already in
  /// the file, and the next launch restores it.
  private func settle() async throws {
    try await routers.last?.flush()
    draw()
  }

  /// Simulates the building of the app's views. Crashes the app if its stack shows the screen
  /// `culprit`.
  private func draw() {
    guard let stack = routers.last?.path, let culprit = culprit.map(Screen.init) else { return }
    if coversCount ? stack.contains(culprit) : stack.last == culprit { raise(signal) }
  }

  private func report() throws {
    guard let router = routers.last else { return }
    let list = router.session.backForward
    let report = Report(
      stack: router.path.map(\.id), entries: list.entries.map { $0.route?.id ?? 0 },
      index: list.index,
      skippedReason: router.restoration.skippedReason.map { "\($0)" })
    print(String(decoding: try JSONEncoder().encode(report), as: UTF8.self))
    fflush(nil)
  }

  private struct Report: Encodable {
    let stack: [Int]

    /// The top screen of each entry of the back/forward list; 0 is the root screen.
    let entries: [Int]
    let index: Int
    let skippedReason: String?
  }
}
