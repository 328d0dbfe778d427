import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The route type of the stores from which the tests remove a large part.
enum Thing: NavRoute {
  case article(Int)

  /// An edition of a document. Each edition is a route, and all editions of a document are one
  /// item.
  case document(Int, edition: Int)

  static let coding: NavCoding<Self> = .codable(name: "Thing")

  var routeTraits: NavRouteTraits {
    switch self {
    case .article(let id): .init(itemID: "article \(id)")
    case .document(let id, _): .init(itemID: "document \(id)")
    }
  }

  /// Adds `visits` visits, half of them signed out and half by the account `ada`. Each half is in
  /// the two scenes "one" and "two". Calls `tick` before each visit. Some items have many visits,
  /// and some have few.
  static func fill(_ store: NavStore, visits: Int, tick: () -> Void) async throws {
    for number in 0..<visits {
      tick()
      let session = try store.session(
        of: Thing.self, in: number % 2 == 0 ? "one" : "two", account: number % 4 < 2 ? nil : "ada")
      session.push(
        number % 3 == 0
          ? .document(number % 5 == 0 ? 0 : number % 40, edition: number % 400)
          : .article(number % 300))
      if number % 5 == 0 { session.setTitle("Title \(number)") }
      if number % 7 == 0 { try session.setItemState(number, named: "place") }
      if number % 23 == 0 { session.back() }
      if number % 100 > 97 { session.popToRoot() }
      if number % 200 == 0 { try await store.flush() }
    }
    try await store.flush()
  }
}

/// A removal or rewriting of a large part of the store, which the store applies in several
/// transactions.
enum LargeChange: String, CaseIterable {
  case item, kind, dates, routes, rewrite, account, everything

  /// The account whose data is changed, except by `everything`.
  static let owner = "ada"

  /// Whether the change removes this route of an account, with all its visits. The result is
  /// `false` for `dates`, which removes visits by their dates.
  func takes(_ thing: Thing, of account: String) -> Bool {
    switch (self, thing) {
    case (.item, .document(0, _)): account == Self.owner
    case (.kind, .document): account == Self.owner
    case (.routes, .article(let id)): account == Self.owner && id % 3 == 0
    case (.routes, .document(_, let edition)): account == Self.owner && edition % 2 == 0
    case (.account, _): account == Self.owner
    case (.everything, _): true
    default: false
    }
  }

  /// Returns the route that replaces `thing` in the account; `thing` itself if the change keeps it.
  func successor(of thing: Thing, account: String) -> Thing {
    guard self == .rewrite, account == Self.owner, case .document(let id, let edition) = thing,
      id < 20
    else {
      return thing
    }
    return .document(20, edition: edition)
  }

  func make(in store: NavStore, times: Range<Int>) async throws {
    let account = Self.owner
    switch self {
    case .item:
      try await store.history(of: Thing.self, account: account).forget(
        .item(Thing.document(0, edition: 0)))
    case .kind: try await store.history(of: Thing.self, account: account).forget(.kind("document"))
    case .dates:
      let dates = [times.lowerBound, times.upperBound].map {
        Date(timeIntervalSince1970: Double($0) / 1_000)
      }
      try await store.history(of: Thing.self, account: account).forget(.dates(dates[0]..<dates[1]))
    case .routes:
      try await store.history(of: Thing.self, account: account).removeRoutes {
        takes($0, of: account)
      }
    case .rewrite:
      try await store.history(of: Thing.self, account: account).replaceRoutes {
        successor(of: $0, account: account)
      }
    case .account: try await store.eraseAccount(account)
    case .everything: try await store.eraseEverything()
    }
  }
}

/// Makes the change ``Settings/removal``. Prints `opened` before the change and `done` when the
/// call has returned. Then waits for 60 seconds. In this time, the idle store deletes in batches,
/// and the test kills the process.
struct Removing {
  let url: URL
  let settings: Settings

  func run() async throws {
    var configuration = settings.store
    // Retention must not remove any visits, because the test checks that only the change did.
    configuration.retention = .unlimited
    let store = try NavStore(url: url, configuration: configuration)
    Output.say("opened")
    try await settings.removal.make(in: store, times: settings.times ?? 0..<0)
    Output.say("done")
    try await Task.sleep(for: .seconds(60))
  }
}
