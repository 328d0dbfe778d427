import Foundation
import NavStore
import NavStoreInspection

/// How long `save` and `restore` wait beside what takes long, in a store of 100,000 visits of 1.5 KB:
/// what an app's first frame would wait for. `navstore-waits [VISITS] [repairs]`: with `repairs` only what
/// openings cost that repair the file.
@main
struct Waits {
  struct Page: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "page")

    let id: Int
    let text: String

    var routeTraits: NavRouteTraits { .init(itemID: "page-\(id % 60_000)") }
  }

  /// A thing that takes long, and what it is called.
  struct Work: Sendable {
    let name: String
    var configure: @Sendable (inout NavStore.Configuration) -> Void = { _ in }
    let body: @Sendable (NavStore) async throws -> String
  }

  static let works = [
    Work(name: "nothing") { _ in
      try await Task.sleep(for: .seconds(1))
      return ""
    },
    Work(name: "forget an item") { store in
      try await "\(store.history(of: Page.self, account: nil).forget(.item(Page.make(77))))"
    },
    Work(name: "forget a tenth, by predicate") { store in
      try await
        "\(store.history(of: Page.self, account: nil).forget(.items { $0.route.id % 10 == 3 }))"
    },
    Work(name: "forget all dates") { store in
      try await
        "\(store.history(of: Page.self, account: nil).forget(.dates(.distantPast..<Date.distantFuture)))"
    },
    Work(name: "remove a half") { store in
      try await "\(store.history(of: Page.self, account: nil).removeRoutes { $0.id % 2 == 1 })"
    },
    Work(name: "rewrite a tenth") { store in
      try await
        "\(store.history(of: Page.self, account: nil).replaceRoutes { $0.id % 10 == 4 ? Page.make($0.id + 1) : $0 })"
    },
    Work(
      name: "prune to a half", configure: { $0.retention = .init(age: nil, count: 50_000) }
    ) { store in try await "\(store.prune())" },
    Work(name: "forget a whole history") { store in
      try await "\(store.history(of: Page.self, account: nil).forget(.all))"
    },
    Work(name: "erase an account") { store in
      try await "\(store.eraseSignedOut())"
    },
  ]

  static func main() async throws {
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--open" {
      return try await Repairs.open(URL(fileURLWithPath: CommandLine.arguments[2]))
    }
    let visits = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "navstore-waits-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let original = folder.appendingPathComponent("original.sqlite")
    try await make(original, visits: visits)
    let size = try FileManager.default.attributesOfItem(atPath: original.path)[.size] as? Int ?? 0
    print("\(visits) visits, \(size / 1_000_000) MB")
    if CommandLine.arguments.last != "repairs" {
      print("work | it took s | saves | longest ms | restores | longest ms | came to")
      for work in works {
        try await measure(work, original, in: folder)
      }
    }
    try await Repairs.measure(original, in: folder)
  }

  static var configuration: NavStore.Configuration {
    var configuration = NavStore.Configuration()
    configuration.retention = .unlimited
    return configuration
  }

  static func copy(_ original: URL, in folder: URL) throws -> URL {
    let url = folder.appendingPathComponent("\(UUID().uuidString).sqlite")
    try FileManager.default.copyItem(at: original, to: url)
    return url
  }

  static func delete(_ url: URL) {
    let folder = url.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(url.lastPathComponent) {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }

  /// Saves and restores, as an app's main thread would, until `isDone`. What is asked for is another
  /// account's: it stays, whatever is removed.
  static func use(_ store: NavStore, until isDone: Flag) -> (saves: Longest, restores: Longest) {
    var (saves, restores) = (Longest(), Longest())
    var number = 0
    while number < 500 || (!isDone.isSet && number < 100_000) {
      number += 1
      let scene = "scene \(number % 200)"
      saves.time {
        try store.save(
          [Page.make(number), Page.make(number + 1)], in: NavScene(id: scene), account: "eve")
      }
      restores.time {
        _ = try store.restore(
          Page.self, in: NavScene(id: "scene \((number * 7) % 200)"), account: "eve")
      }
      usleep(500)
    }
    return (saves, restores)
  }

  private static func make(_ url: URL, visits: Int) async throws {
    let store = try NavStore(url: url, configuration: configuration)
    let session = try store.session(of: Page.self, in: "main")
    for id in 0..<visits {
      session.push(Page.make(id))
      if id % 8 == 7 { session.popToRoot() }
      if id % 500 == 499 { try await store.flush() }
    }
    _ = try await store.history(of: Page.self, account: nil).items(.recent(limit: 1))
    try await store.close()
  }

  private static func measure(_ work: Work, _ original: URL, in folder: URL) async throws {
    let url = try copy(original, in: folder)
    defer { delete(url) }
    var configuration = configuration
    work.configure(&configuration)
    let store = try NavStore(url: url, configuration: configuration)
    let isDone = Flag()
    let end = Task.detached { () -> (String, Duration) in
      let clock = ContinuousClock()
      let start = clock.now
      let result = try await work.body(store)
      isDone.set()
      return (result, clock.now - start)
    }
    let (saves, restores) = use(store, until: isDone)
    let (result, duration) = try await end.value
    print(
      [
        work.name, String(format: "%.2f", duration.seconds), "\(saves.count)",
        saves.longestText, "\(restores.count)", restores.longestText, String(result.prefix(60)),
      ].joined(separator: " | "))
    try await store.close()
  }
}

extension Waits.Page {
  static func make(_ id: Int) -> Self {
    Self(id: id, text: String(repeating: "words of page \(id) ", count: 1_400 / 18))
  }
}

/// The longest of some calls, in milliseconds.
struct Longest {
  private(set) var count = 0
  private(set) var longest = 0.0
  private var failures = 0
  private var firstFailure: (any Error)?

  var longestText: String {
    let text = String(format: "%.1f", longest)
    return firstFailure.map { "\(text), \(failures) of \(count) failed: \($0)" } ?? text
  }

  mutating func time(_ body: () throws -> Void) {
    let start = ContinuousClock.now
    do {
      try body()
    } catch {
      failures += 1
      firstFailure = firstFailure ?? error
    }
    longest = max(longest, (ContinuousClock.now - start).seconds * 1_000)
    count += 1
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}
