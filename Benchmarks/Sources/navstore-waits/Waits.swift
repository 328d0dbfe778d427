import Foundation
import NavStore
import NavStoreInspection

/// Measures how long calls that an app's main thread makes wait during long work on the same store.
/// The store has VISITS visits of 1.5 KB. The default is 100,000.
///
///     navstore-waits [VISITS] [repairs]
///
/// Each kind of work is done once by this process and once by another process. With `repairs`, the
/// program measures only ``Repairs``.
@main
struct Waits {
  struct Page: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "page")

    let id: Int
    let text: String

    var routeTraits: NavRouteTraits { .init(itemID: "page-\(id % 60_000)") }
  }

  /// Long work on a store, with its name in the output. `body` returns its result as text.
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
    let arguments = CommandLine.arguments
    if arguments.count == 3, arguments[1] == "--open" {
      return try await Repairs.open(URL(fileURLWithPath: arguments[2]))
    }
    if arguments.count == 4, arguments[1] == "--work" {
      guard let work = works.first(where: { $0.name == arguments[2] }) else { return }
      return print(try await work.run(URL(fileURLWithPath: arguments[3])))
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
      print("Longest waits in ms.\nwork | by | it took s | \(Calls.columns) | came to")
      for work in works {
        try await measure(work, original, in: folder, byOther: false)
        try await measure(work, original, in: folder, byOther: true)
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
    // Syncs the copy. Without it, the first checkpoint of the store would wait until the disk has
    // written the copy.
    try FileHandle(forUpdating: url).synchronize()
    return url
  }

  static func delete(_ url: URL) {
    let folder = url.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(url.lastPathComponent) {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
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

  private static func measure(
    _ work: Work, _ original: URL, in folder: URL, byOther: Bool
  ) async throws {
    let url = try copy(original, in: folder)
    defer { delete(url) }
    let store = try NavStore(url: url, configuration: work.configuration)
    let isDone = Flag()
    let end = Task.detached { () -> (String, Duration) in
      defer { isDone.set() }
      let start = ContinuousClock.now
      let result =
        byOther
        ? try output(of: ["--work", work.name, url.path]) : try await work.body(store)
      return (result, ContinuousClock.now - start)
    }
    let calls = try Calls.make(of: store, beside: folder, until: isDone)
    let (result, duration) = try await end.value
    print(
      [
        work.name, byOther ? "another process" : "this process",
        String(format: "%.2f", duration.seconds), calls.text, String(result.prefix(60)),
      ].joined(separator: " | "))
    try await store.close()
  }

  /// Starts this program in another process with these arguments, and returns its output.
  static func output(of arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    // The output ends with the process. `waitUntilExit` sometimes waits forever on this thread.
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension Waits.Work {
  var configuration: NavStore.Configuration {
    var configuration = Waits.configuration
    configure(&configuration)
    return configuration
  }

  /// Opens the store at `url`, does the work, and closes the store. Returns the result or the error
  /// as text.
  func run(_ url: URL) async throws -> String {
    let store = try NavStore(url: url, configuration: configuration)
    do {
      let result = try await body(store)
      try await store.close()
      return result
    } catch {
      return "\(error)"
    }
  }
}

extension Waits.Page {
  static func make(_ id: Int) -> Self {
    Self(id: id, text: String(repeating: "words of page \(id) ", count: 1_400 / 18))
  }
}
