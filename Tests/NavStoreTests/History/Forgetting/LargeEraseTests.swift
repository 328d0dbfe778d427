import Foundation
import TestSupport
import Testing

@testable import NavStore

/// Removals and erasures in large stores. The limit for calls that an app's first frame waits for
/// doesn't stop them, because the app requested them.
@Suite("Erasing in large stores", .serialized)
struct LargeEraseTests {
  @Test(
    "An item is erased from a valid store of any size",
    arguments: isSoak ? [50, 200, 500] : [4])
  func erase(megabytes: Int) async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let session = try store.session(of: Page.self, in: "main")
    let text = String(repeating: "0123456789abcde ", count: 94)
    let count = megabytes * 1_048_576 / 4_200
    for number in 0..<count {
      session.push(Page("\(number) \(text)"))
      if number % 1_000 == 500 { session.push("secret 7f3a9c") }
      if number % 20 == 19 { session.popToRoot() }
      if number % 500 == 499 { try await store.flush() }
    }
    session.popToRoot()
    try await temporary.comeToRest()
    let bytes = try Self.size(temporary.url)
    #expect(bytes > megabytes * 900_000)
    // Closes `store`, because its idle work would also rewrite the file, and hold the file's lock
    // for longer than `eraser` waits.
    try await store.close()
    // The limit of 0 steps is for calls that an app's first frame waits for. It doesn't apply to an
    // erasure that the app requests.
    let eraser = try temporary.another { $0.limits.workSteps = 0 }
    let memory = Self.resident("VmRSS:")
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    let start = ContinuousClock.now
    var failure: NavStore.Error?
    do {
      try await eraser.history(of: Page.self, account: nil).erase(.item(Page("secret 7f3a9c")))
    } catch {
      failure = error
    }
    let time = ContinuousClock.now - start
    print(
      "erase in \(bytes / 1_048_576) MiB: \(time), at most \(Self.resident("VmHWM:") - memory) MiB"
        + " more, \(failure?.description ?? "done")")
    #expect(failure == nil)
    #if os(Linux)
      // To rewrite more than 32 MiB of pages, SQLite uses a temporary file, not memory.
      if isSoak { #expect(Self.resident("VmHWM:") - memory <= 100) }
    #endif
    for suffix in ["", "-wal"] {
      #expect(try !Self.contains("secret 7f3a9c", in: temporary.url.path + suffix))
    }
    #expect(
      try await eraser.history(of: Page.self, account: nil).items(.recent(limit: 1)).count == 1)
  }

  @Test("Forgetting the last item of a kind deletes the kind's name, among many other items")
  func lastOfKind() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: AppRoute.self, in: "main")
    for id in 0..<10_000 {
      session.push(.product(id: id, tab: nil))
      if id % 20 == 19 { session.popToRoot() }
      // Visits `.settings` 200 times, so that the removal needs a second batch. The work limit of 0
      // steps applies to that batch.
      if id % 50 == 49 { session.push(.settings) }
    }
    try await temporary.comeToRest()
    try await temporary.store.close()
    let store = try temporary.another { $0.limits.workSteps = 0 }
    let history = store.history(of: AppRoute.self, account: nil)
    #expect(try await history.forget(.item(.settings)) == 200)
    try await store.writer.sweepAll()
    let connection = try temporary.rawConnection()
    let kinds = try connection.all("SELECT name FROM kind") { $0.text(0) }
    #expect(kinds == ["product"])
  }

  /// A route type in which each route has a different kind.
  private struct Feed: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "Feed")
    let id: Int

    var routeTraits: NavRouteTraits { .init(kind: "feed \(id)") }
  }

  @Test("An erasure deletes the names of all kinds, however many there are")
  func manyKinds() async throws {
    let temporary = try TemporaryStore()
    let session = try temporary.store.session(of: Feed.self, in: "main")
    for id in 0..<2_500 { session.set([Feed(id: id)]) }
    try await temporary.comeToRest()
    let connection = try temporary.rawConnection()
    func kinds() throws -> Int64? {
      try connection.first("SELECT count(*) FROM kind") { $0.int(0) }
    }
    #expect(try kinds() == 2_500)
    #expect(try await temporary.store.eraseEverything() >= 0)
    #expect(try kinds() == 0)
    connection.close()
  }

  private static func size(_ url: URL) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
  }

  /// Returns whether the file at `path` contains `text`. Searches overlapping parts, because the
  /// file may be larger than a test should hold in memory.
  private static func contains(_ text: String, in path: String) throws -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    var rest = Data()
    while let part = try file.read(upToCount: 8 << 20), !part.isEmpty {
      rest.append(part)
      if rest.range(of: Data(text.utf8)) != nil { return true }
      rest = rest.suffix(text.utf8.count)
    }
    return false
  }

  /// Returns an amount of memory of this process in MiB, from the line `name` of Linux's
  /// `/proc/self/status`. Returns 0 on other systems.
  private static func resident(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Int($0) }
      .map { $0 / 1_024 } ?? 0
  }
}
