import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Prints the path of the standard store, or `memory`, and the stack that the store restores. Adds
/// a screen to the stack and closes the store.
///
///     reliability-worker standard FOLDER [set-up | memory | group | late] [-NavStore memory|fresh]
///
/// With `set-up`, `memory` or `group`, it calls `NavStore.configure` before the first use of the
/// store. With `late`, it calls `NavStore.configure` after the first use.
struct StandardStore {
  let folder: URL

  func run() async throws {
    let arguments = CommandLine.arguments
    if arguments.contains("set-up") { setUp(.url(folder)) }
    if arguments.contains("memory") && !arguments.contains("-NavStore") { setUp(.memory) }
    if arguments.contains("group") { setUp(.appGroup("group.navstore")) }
    let store = NavStore.standard
    if arguments.contains("late") { setUp(.url(folder)) }
    let report = store.openReport
    Output.say(report.url?.path ?? report.fallbackReason.map { "memory: \($0.reason)" } ?? "memory")
    let stack = try store.restore(Screen.self, in: "main").path
    try store.save(stack + [Screen(number: stack.count)], in: "main")
    Output.say(stack.map { "\($0.number)" }.joined(separator: " "))
    do {
      try await store.close()
    } catch {
      Output.say("close: \(error.reason)")
    }
  }

  private func setUp(_ folder: NavStore.Configuration.Folder) {
    Output.say("set up: \(NavStore.configure(NavStore.Configuration(folder: folder)))")
  }

  struct Screen: NavRoute {
    var number: Int
  }
}
