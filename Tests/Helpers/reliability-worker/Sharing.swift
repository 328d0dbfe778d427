import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A screen of one of several worker processes, in the scene that all of them share.
struct SharedStep: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "SharedStep")

  var worker: Int
  var number: Int

  var routeTraits: NavRouteTraits { .init(itemID: "worker \(worker)") }
}

/// One of several processes that use one store. It takes steps in a scene of its own. Before every
/// fourth step, it pushes a screen in a scene that all processes share. After each flush of a step,
/// it prints the number of its steps. It prints `busy` each time another process keeps the file
/// locked for longer than the busy timeout.
struct Sharing {
  let url: URL
  let settings: Settings

  func run() async throws {
    let store = try await open()
    let own = try await retrying {
      try store.session(of: Step.self, in: "worker \(settings.worker)")
    }
    let shared = try await retrying { try store.session(of: SharedStep.self, in: "shared") }
    Output.say("\(own.stepCount)")
    while own.stepCount < settings.rounds {
      let number = own.stepCount + 1
      if number % 4 == 0 {
        if number % 64 == 0 { shared.popToRoot() }
        shared.push(SharedStep(worker: settings.worker, number: number))
        try await retrying { try await store.flush() }
      }
      try own.takeStep()
      try await retrying { try await store.flush() }
      Output.say("\(number)")
    }
    Output.say("done")
  }

  private func open() async throws -> NavStore {
    try await retrying { try NavStore(url: url, configuration: settings.store) }
  }

  /// Repeats a call until the file isn't locked by another process. Unsaved changes stay in memory
  /// after a failed call, so the repeated call saves them.
  private func retrying<T>(_ body: () async throws -> T) async throws -> T {
    while true {
      do {
        return try await body()
      } catch let error as NavStore.Error where error.code == .busy && error.isRetriable {
        Output.say("busy")
      }
    }
  }
}
