import NavStore
import NavStoreInspection

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Takes steps in each of `Settings.scenes` scenes. Prints a line with the number of steps in each
/// scene, at the start and after each flush.
struct Saving {
  let url: URL
  let settings: Settings

  func run() async throws {
    let store = try NavStore(url: url, configuration: settings.store)
    let sessions = try (0..<settings.scenes).map {
      try store.session(of: Step.self, in: "scene \($0)")
    }
    Output.say(sessions.map { "\($0.stepCount)" }.joined(separator: " "))
    for round in 1...max(1, settings.rounds) {
      if settings.liesAboutSaves { say(sessions, plus: settings.burst) }
      for _ in 0..<settings.burst {
        for session in sessions { try session.takeStep() }
      }
      try await store.flush()
      if !settings.liesAboutSaves { say(sessions) }
      if settings.suspendsAfter > 0, round % settings.suspendsAfter == 0 {
        try await store.suspend()
      }
      if settings.prunesAfter > 0, round % settings.prunesAfter == 0 {
        try await store.prune()
      }
    }
  }

  private func say(_ sessions: [NavStore.Session<Step>], plus more: Int = 0) {
    Output.say(sessions.map { "\($0.stepCount + more)" }.joined(separator: " "))
  }
}
