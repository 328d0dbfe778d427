import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A step of one of several workers in the scene that all of them share.
struct SharedStep: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "SharedStep")

  var worker: Int
  var number: Int

  var routeTraits: NavRouteTraits { .init(itemID: "worker \(worker)") }
}

/// One of several processes on one store. It takes steps in a scene of its own, and before every
/// fourth step it takes one in a scene that all processes share. After each save, it prints the
/// number of its steps. It prints `busy` if another process keeps the file locked for longer than
/// the timeout.
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

  /// Repeats a call while the file is busy. Nothing else is needed, because unsaved changes stay in
  /// memory.
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
