import Foundation
import NavStore
import Testing

/// Four builds of one app, simulated by types that store their routes under the same names.
enum AppVersions {
  /// A description of a route, which is the same for all builds.
  typealias Meaning = String

  enum V1: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "Route")

    case category(String)
    case product(Int)
    case legacy(String)
    case settings
  }

  /// In the second build, the case `legacy` is removed and the case `search` is added.
  enum V2: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "Route")

    case category(String)
    case product(Int)
    case settings
    case search(query: String)
  }

  /// In the third build, the case `category` is called `list`, and a product has a tab.
  enum V3: NavRoute {
    static let coding: NavCoding<Self> = .codable(
      name: "Route", renaming: ["category": "list"], version: 2
    ) { json, version in
      guard version == 1, json["product"] != nil else { return }
      json["product"]?.rename("_0", to: "id")
      json["product"]?["tab"] = .string("overview")
    }

    case list(String)
    case product(id: Int, tab: String)
    case settings
    case search(query: String)
  }

  /// In the fourth build, the type has another name and module, and the case `settings` is called
  /// `preferences`.
  enum V4: NavRoute {
    static let coding: NavCoding<Self> = .codable(
      name: "Shop.Route", formerNames: ["Route"],
      renaming: ["category": "list", "settings": "preferences"], version: 3
    ) { json, version in
      try V3.coding.form.upgrade?(&json, version)
    }

    case list(String)
    case product(id: Int, tab: String)
    case preferences(section: String?)
    case search(query: String)
  }
}

/// The properties of a build that the tests use: its routes, and functions that write and read a
/// store.
struct AppVersion: Sendable, CustomTestStringConvertible {
  let number: Int
  let testDescription: String

  /// The descriptions of the routes that the build writes, in order.
  let writes: [AppVersions.Meaning]
  let write: @Sendable (URL) throws -> Void
  let read:
    @Sendable (URL, Policy) throws -> (
      stack: [AppVersions.Meaning], failures: [NavRestorationFailure]
    )

  enum Policy: CaseIterable, Sendable {
    case keepValidPrefix
    case substitute
    case resetToRoot
    case fail
  }

  /// The tag and the version that the build stores with each route.
  let tag: String
  let version: Int

  static let all = [
    make(
      1,
      samples: [
        (.category("shoes"), "list shoes"), (.settings, "settings"), (.product(7), "product 7"),
        (.legacy("x"), "legacy x"), (.product(8), "product 8"),
      ] as [(AppVersions.V1, String)]),
    make(
      2,
      samples: [
        (.category("shoes"), "list shoes"), (.settings, "settings"),
        (.search(query: "red"), "search red"), (.product(7), "product 7"),
      ] as [(AppVersions.V2, String)]),
    make(
      3,
      samples: [
        (.list("shoes"), "list shoes"), (.product(id: 7, tab: "overview"), "product 7"),
        (.settings, "settings"), (.search(query: "red"), "search red"),
      ] as [(AppVersions.V3, String)]),
    make(
      4,
      samples: [
        (.list("shoes"), "list shoes"), (.product(id: 7, tab: "overview"), "product 7"),
        (.preferences(section: nil), "settings"), (.search(query: "red"), "search red"),
      ] as [(AppVersions.V4, String)]),
  ]

  private static func make<R: NavRoute>(_ number: Int, samples: [(R, String)]) -> AppVersion {
    AppVersion(
      number: number, testDescription: "v\(number)", writes: samples.map(\.1),
      write: { url in
        try NavStore(url: url).save(samples.map(\.0), in: "main")
      },
      read: { url, policy in
        let undecodable: NavUndecodablePolicy<R> =
          switch policy {
          case .keepValidPrefix: .keepValidPrefix
          case .substitute: .substitute { _ in samples[0].0 }
          case .resetToRoot: .resetToRoot
          case .fail: .fail
          }
        let found = try NavStore(url: url).restore(
          R.self, in: "main", onUndecodable: undecodable)
        return (found.path.map(meaning), found.failures)
      },
      tag: RouteTag.of(R.self), version: R.coding.form.version)
  }

  private static func meaning<R>(_ route: R) -> AppVersions.Meaning {
    switch route {
    case let route as AppVersions.V1: meaning(route)
    case let route as AppVersions.V2: meaning(route)
    case let route as AppVersions.V3: meaning(route)
    case let route as AppVersions.V4: meaning(route)
    default: "unexpected \(route)"
    }
  }

  private static func meaning(_ route: AppVersions.V1) -> AppVersions.Meaning {
    switch route {
    case .category(let name): "list \(name)"
    case .product(let id): "product \(id)"
    case .legacy(let text): "legacy \(text)"
    case .settings: "settings"
    }
  }

  private static func meaning(_ route: AppVersions.V2) -> AppVersions.Meaning {
    switch route {
    case .category(let name): "list \(name)"
    case .product(let id): "product \(id)"
    case .settings: "settings"
    case .search(let query): "search \(query)"
    }
  }

  private static func meaning(_ route: AppVersions.V3) -> AppVersions.Meaning {
    switch route {
    case .list(let name): "list \(name)"
    case .product(let id, let tab): tab == "overview" ? "product \(id)" : "unexpected tab \(tab)"
    case .settings: "settings"
    case .search(let query): "search \(query)"
    }
  }

  private static func meaning(_ route: AppVersions.V4) -> AppVersions.Meaning {
    switch route {
    case .list(let name): "list \(name)"
    case .product(let id, let tab): tab == "overview" ? "product \(id)" : "unexpected tab \(tab)"
    case .preferences(let section): section == nil ? "settings" : "unexpected section"
    case .search(let query): "search \(query)"
    }
  }

  /// The reason why this build cannot decode the route that `writer` stored for `meaning`; `nil` if
  /// this build can decode the route.
  func reasonNotToRead(_ meaning: AppVersions.Meaning, of writer: AppVersion) -> FailureCause? {
    if writer.tag != tag && number < writer.number { return .unknownType }
    if writer.version > version { return .newerVersion }
    if meaning.hasPrefix("legacy") && number > 1 { return .undecodable }
    if meaning.hasPrefix("search") && number < 2 { return .undecodable }
    return nil
  }
}
