import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A screen whose text must not be in the store's files after it was erased.
struct Secret: NavRoute {
  static let coding: NavCoding<Self> = .codable(name: "Secret")

  var number: Int
  var text: String

  init(_ number: Int) {
    self.number = number
    text = Self.text(number)
  }

  /// The text of the secret with this number. The test searches the bytes of the store's files for
  /// it after an erasure.
  static func text(_ number: Int) -> String { "<secret \(number)>" }

  var routeTraits: NavRouteTraits { .init(itemID: "secret \(number)") }
}

/// In each round, visits a secret, takes steps in another scene, and erases the secrets. Prints the
/// number of steps and the number of the last secret, at the start and after each erasure.
struct Erasing {
  let url: URL
  let settings: Settings

  func run() async throws {
    let store = try NavStore(url: url, configuration: settings.store)
    let session = try store.session(of: Step.self, in: "scene 0")
    let secrets = try store.session(of: Secret.self, in: "secrets")
    // The number of the last secret of earlier processes. The process may have been killed before
    // it visited or erased that secret.
    var number = try store.sceneValue(Int.self, named: "secret", in: "secrets") ?? 0
    Output.say("\(session.stepCount) \(number)")
    for _ in 0..<settings.rounds {
      number += 1
      try store.setSceneValue(number, named: "secret", in: "secrets")
      secrets.popToRoot()
      secrets.push(Secret(number))
      for _ in 0..<settings.burst { try session.takeStep() }
      try await store.history(of: Secret.self, account: nil).erase(.kind("Secret"))
      Output.say("\(session.stepCount) \(number)")
    }
  }
}
