import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

/// Fills each page of a small store with random bytes in turn, and checks the next four launches
/// with each damaged file.
@Suite("Noise in a page")
struct NoisyPageTests {
  /// The tables without which a stack can't be restored. `sqlite_schema` stands for the first page.
  private static let needed: Set<String> = ["scene", "stack", "visit", "route", "sqlite_schema"]

  /// A stack as a launch restores it.
  private struct Found {
    var path: [Page] = []
    var failures: [NavRestorationFailure] = []

    /// The reason why the stack could not be restored.
    var error: (any Error)?

    /// Whether the page that this launch pushed was saved.
    var isSaved = false
  }

  @Test("A stack is lost only if a page of its tables is damaged, and the restoration reports it")
  func everyPage() async throws {
    var random = SeededRandom.make()
    let image = try await makeStore()
    let owners = try pageOwners(of: image)
    let database = try #require(image.files[""])
    for (number, owner) in owners {
      let place: Comment = "page \(number) of \(owner), seed \(random.seed)"
      var folder = try DamageFolder()
      try image.write(to: folder)
      var bytes = database
      for offset in (number - 1) * 4_096..<number * 4_096 {
        bytes[offset] = .random(in: 0...255, using: &random)
      }
      try folder.write(bytes)
      var expected: [String: [Page]] = ["": ["a", "b", "c"], "ada": ["letter"]]
      for round in 1...4 {
        for (account, found) in await launch(folder, pushing: Page("round \(round)")) {
          let log: Comment = "\(place), launch \(round) of '\(account)': \(found)"
          // The first two launches may fail, but they must not lose a stack.
          guard found.error == nil, found.isSaved else {
            #expect(round < 3, log)
            continue
          }
          if found.path != expected[account] {
            #expect(Self.needed.contains(owner) && round < 4, log)
            #expect(!found.failures.isEmpty, log)
          }
          expected[account] = found.path + [Page("round \(round)")]
        }
        // The next launch opens a copy of the files, as after a kill of this process.
        let files = folder.contents()
        folder = try DamageFolder()
        for (name, bytes) in files {
          try Data(bytes).write(to: folder.folder.appendingPathComponent(name))
        }
      }
    }
  }

  /// Makes the stacks of two accounts, with titles, values and history.
  private func makeStore() async throws -> StoreImage {
    let folder = try DamageFolder()
    let store = try folder.open()
    let main = try store.session(of: Page.self, in: "main")
    for name in ["a", "b", "c"] { main.push(Page(name)) }
    try main.setVisitState(7, named: "scroll")
    try main.setItemState(70, named: "cursor")
    try store.session(of: Page.self, in: "main", account: "ada").push("letter")
    try store.setSceneValue(3, named: "tab", in: "main")
    try await store.history(of: Page.self, account: nil).setTitle("The letter A", for: Page("a"))
    try await store.close()
    let image = StoreImage(of: folder.path)
    #expect(image.files["-wal"] ?? [] == [])
    return image
  }

  /// Returns the table that each page belongs to, or for a page of an index, the index.
  private func pageOwners(of image: StoreImage) throws -> [(page: Int, owner: String)] {
    let folder = try DamageFolder()
    try image.write(to: folder)
    let connection = try Connection(path: folder.path, flags: 0x6, busyTimeoutMilliseconds: 100)
    defer { connection.close() }
    let roots = try connection.all("SELECT rootpage, name FROM sqlite_schema WHERE rootpage > 0") {
      (page: Int($0.int(0)), name: $0.text(1))
    }
    let pages = try connection.first("PRAGMA page_count") { Int($0.int(0)) } ?? 0
    let names = Dictionary(uniqueKeysWithValues: roots.map { ($0.page, $0.name) })
    return (1...pages).map { ($0, names[$0] ?? "sqlite_schema") }
  }

  /// Restores the stacks of both accounts and pushes `page` on each of them.
  private func launch(_ folder: DamageFolder, pushing page: Page) async -> [String: Found] {
    do {
      // Opens the file as in the library's own folder. At a URL of an app, a store without its
      // header counts as another program's file.
      let store = try folder.open { $0.renamesStrangers = true }
      var found: [String: Found] = [:]
      for account in ["", "ada"] { found[account] = restore(from: store, account, pushing: page) }
      let isSaved = (try? await store.flush()) != nil
      return found.mapValues { found in
        var found = found
        found.isSaved = isSaved
        return found
      }
    } catch {
      return ["": Found(error: error), "ada": Found(error: error)]
    }
  }

  private func restore(from store: NavStore, _ account: String, pushing page: Page) -> Found {
    do {
      let session = try store.session(of: Page.self, in: "main", account: account.orSignedOut)
      defer { session.push(page) }
      return Found(path: session.path, failures: session.restoration.failures)
    } catch {
      return Found(error: error)
    }
  }
}
