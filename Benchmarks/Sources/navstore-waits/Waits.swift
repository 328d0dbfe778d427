import Foundation
import NavStore

/// How long `save` and `restore` wait beside what takes long, in a store of 100,000 visits of 1.5 KB:
/// what an app's first frame would wait for. `navstore-waits [VISITS]`.
@main
struct Waits {
  struct Page: NavStore.Route {
    static let routeTag = "page"

    let id: Int
    let text: String

    var historyKey: String { "page-\(id % 60_000)" }
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
      try await "\(store.history.forget(.item(Page.make(77))))"
    },
    Work(name: "forget a tenth, by predicate") { store in
      try await "\(store.history.forget(.items(Page.self) { $0.route.id % 10 == 3 }).visits)"
    },
    Work(name: "forget all dates") { store in
      try await "\(store.history.forget(.dates(.distantPast..<Date.distantFuture)).visits)"
    },
    Work(name: "remove a half") { store in
      try await "\(store.remove(Page.self) { $0.id % 2 == 1 }.visits)"
    },
    Work(name: "rewrite a tenth") { store in
      try await "\(store.rewrite(Page.self) { $0.id % 10 == 4 ? Page.make($0.id + 1) : $0 })"
    },
    Work(
      name: "prune to a half", configure: { $0.retention = .init(age: nil, count: 50_000) }
    ) { store in try await "\(store.history.prune().visits)" },
    Work(name: "forget an account") { store in
      try await "\(store.history.forget(.account("")).visits)"
    },
    Work(name: "clear everything") { store in
      try await "\(store.history.forget(.everything).visits)"
    },
    Work(name: "erase an account") { store in try await "\(store.eraseAccount("").visits)" },
  ]

  static func main() async throws {
    let visits = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "navstore-waits-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let original = folder.appendingPathComponent("original.sqlite")
    try await make(original, visits: visits)
    let size = try FileManager.default.attributesOfItem(atPath: original.path)[.size] as? Int ?? 0
    print("\(visits) visits, \(size / 1_000_000) MB")
    print("work | it took s | saves | longest ms | restores | longest ms | came to")
    for work in works {
      try await measure(work, original, in: folder)
    }
  }

  private static func make(_ url: URL, visits: Int) async throws {
    var configuration = NavStore.Configuration()
    configuration.retention = .unlimited
    let store = try NavStore(url: url, configuration: configuration)
    let session = try store.session(Page.self, for: "main")
    for id in 0..<visits {
      session.push(Page.make(id))
      if id % 8 == 7 { session.popToRoot() }
      if id % 500 == 499 { try await store.flush() }
    }
    _ = try await store.history.recent(Page.self, limit: 1)
    try await store.close()
  }

  private static func measure(_ work: Work, _ original: URL, in folder: URL) async throws {
    let url = folder.appendingPathComponent("\(UUID().uuidString).sqlite")
    try FileManager.default.copyItem(at: original, to: url)
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: url.path + suffix)
      }
    }
    var configuration = NavStore.Configuration()
    configuration.retention = .unlimited
    work.configure(&configuration)
    let store = try NavStore(url: url, configuration: configuration)
    // What is asked of the main thread meanwhile is another account's: it stays.
    let isDone = Flag()
    let end = Task.detached { () -> (String, Duration) in
      let clock = ContinuousClock()
      let start = clock.now
      let result = try await work.body(store)
      isDone.set()
      return (result, clock.now - start)
    }
    var (saves, restores) = (Longest(), Longest())
    var number = 0
    while number < 20 || (!isDone.isSet && number < 100_000) {
      number += 1
      let scene = "scene \(number % 200)"
      try saves.time {
        try store.save([Page.make(number), Page.make(number + 1)], in: scene, account: "eve")
      }
      try restores.time {
        _ = try store.restore(Page.self, in: "scene \((number * 7) % 200)", account: "eve")
      }
      usleep(500)
    }
    let (result, duration) = try await end.value
    print(
      [
        work.name, String(format: "%.2f", duration.seconds), "\(saves.count)",
        String(format: "%.1f", saves.longest), "\(restores.count)",
        String(format: "%.1f", restores.longest), String(result.prefix(60)),
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

  mutating func time(_ body: () throws -> Void) rethrows {
    let start = ContinuousClock.now
    try body()
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
