import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore
@testable import NavStoreInspection

@Suite("History export")
struct HistoryExportTests {
  struct Line: Decodable, Equatable {
    var format: String?
    var version: Int?
    var exportedTime: Int64?
    var exportedAt: String?
    var id: Int64?
    var account: String?
    var scene: String?
    var stack: String?
    var parent: Int64?
    var sequence: Int64?
    var time: Int64?
    var visitedAt: String?
    var item: String?
    var kind: String?
    var title: String?
    var tag: String?
    var route: Route?
    var damaged: Bool?

    struct Route: Decodable, Equatable {
      let json: NavJSON

      init(from decoder: any Decoder) throws {
        json = try CodableJSON(from: decoder).json
      }
    }
  }

  struct Place: Decodable {
    let id: Int64
    let parent: Int64?
  }

  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  private func lines(account: String? = nil) async throws -> [Line] {
    var lines: [Line] = []
    let store = temporary.store
    let export =
      account.map { store.exportHistory(account: $0.orSignedOut) } ?? store.exportHistory()
    for try await line in export {
      lines.append(try parsed(line))
    }
    return lines
  }

  private func parsed(_ line: String) throws -> Line {
    #expect(!line.utf8.contains(where: { $0 < 0x20 }))
    let data = Data(line.utf8)
    #expect(try JSONSerialization.jsonObject(with: data) is [String: Any])
    return try JSONDecoder().decode(Line.self, from: data)
  }

  @Test("A page of the export ends with the visit that fills it, also with long titles")
  func longTitles() async throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    for number in 0..<20 { session.push(Page("\(number)")) }
    // The library limits the length of titles, but a file that another program has changed may have
    // longer ones.
    try await temporary.tamper("UPDATE item SET title = printf('%.*c', 700000, 'x')")
    #expect(try await lines().filter { $0.title?.count == 700_000 }.count == 20)
    let page = try await temporary.store.writer.read {
      try ExportTable(db: $0).page(after: 0, upTo: .max, account: nil)
    }
    #expect(page.visits.count == 2)
  }

  @Test("The export has a header and a line for each visit, as documented")
  func format() async throws {
    let session = try temporary.store.session(of: AppRoute.self, in: "main", account: "u")
    session.push(.product(id: 7, tab: nil))
    session.push(contentsOf: [.home, .book(id: "b", title: "Ż\"\\\u{2028}\n")])
    session.pop()
    var text: [String] = []
    for try await line in temporary.store.exportHistory() { text.append(line) }
    let header = """
      {"format":"navstore-history","version":1,"exportedTime":1767225600000,\
      "exportedAt":"2026-01-01T00:00:00.000Z","account":null}
      """
    #expect(text.first == header)
    let visit = """
      {"id":1,"account":"u","scene":"main","stack":"","parent":null,"sequence":1,\
      "time":1767225600000,"visitedAt":"2026-01-01T00:00:00.000Z",\
      "item":"AppRoute.product#7","kind":"product","title":null,"tag":"AppRoute",\
      "version":1,"route":{"product":{"id":7}}}
      """
    #expect(text.dropFirst().first == visit)
    let lines = try text.dropFirst().map(parsed)
    #expect(lines.map(\.id) == [1, 2, 3])
    #expect(lines.map(\.parent) == [nil, 1, 2])
    // Visit 2 was covered when visit 3 was made. It came on top later, so it has the highest
    // sequence number.
    #expect(lines.map(\.sequence) == [1, 4, 3])
    let book: NavJSON = .object([
      "id": .string("b"), "title": .string("Ż\"\\\u{2028}\n"),
    ])
    #expect(lines.last?.route?.json["book"] == book)
  }

  @Test("10,000 visits are exported in order, each parent before its children")
  func many() async throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    for number in 0..<250 {
      session.push(contentsOf: (0..<40).map { Page("\($0)") })
      session.pop(number % 8 == 7 ? session.path.count : 40)
    }
    var ids: Set<Int64> = []
    var last: Int64 = 0
    var count = 0
    for try await line in temporary.store.exportHistory() {
      count += 1
      guard count > 1 else { continue }
      let visit = try JSONDecoder().decode(Place.self, from: Data(line.utf8))
      guard visit.id > last, visit.parent.map({ ids.contains($0) }) != false else {
        Issue.record("visit \(visit.id) is exported after \(last)")
        return
      }
      let id = visit.id
      last = id
      ids.insert(id)
    }
    #expect(count == 10_001)
  }

  @Test("The export covers one account or all accounts, and is empty for an unknown account")
  func accounts() async throws {
    for account in ["", "u", "v"] {
      let session = try temporary.store.session(
        of: Page.self, in: "main", account: account.orSignedOut)
      for name in ["a", "b"] { session.push(Page(name + account)) }
    }
    #expect(try await lines().count == 7)
    let own = try await lines(account: "u")
    #expect(own.map(\.account) == ["u", "u", "u"])
    #expect(own.dropFirst().map(\.item) == [#"Page{"name":"au"}"#, #"Page{"name":"bu"}"#])
    #expect(try await lines(account: "").dropFirst().map(\.account) == ["", ""])
    #expect(try await lines(account: "unknown").count == 1)
    let long = String(repeating: "x", count: 513)
    #expect(await code { _ = try await lines(account: long) } == .invalidArgument)
  }

  @Test("Visits that are forgotten or made during an export are left out")
  func meanwhile() async throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    for number in 0..<600 { session.push(Page("\(number)")) }
    session.push(contentsOf: ["covered", "top"] as [Page])
    var export = temporary.store.exportHistory().makeAsyncIterator()
    var found: [Line] = []
    for _ in 0..<10 { found.append(try parsed(try #require(try await export.next()))) }
    try await temporary.store.history(of: Page.self, account: nil).removeRoutes {
      ["5", "500", "501"].contains($0.name)
    }
    session.pop()
    session.push("later")
    while let line = try await export.next() { found.append(try parsed(line)) }
    let ids = found.dropFirst().map { $0.id ?? 0 }
    // The page named "n" has visit number n + 1. The visit of page "5" was exported before it was
    // forgotten.
    let expected: [Int64] = (1...602).filter { $0 != 501 && $0 != 502 }
    #expect(ids == expected)
    #expect(found.first { $0.id == 503 }?.parent == 500)
    let covered = try #require(found.first { $0.id == 601 })
    #expect(covered.sequence == nil && covered.time == nil && covered.visitedAt == nil)
    #expect(try await export.next() == nil)
    #expect(try await lines().last?.route?.json == .object(["name": .string("later")]))
  }

  @Test("Any text is exported without loss, and a deleted scene is null")
  func escaping() async throws {
    let text = "\"\\\u{0}\u{1}\n\r\t\u{1f}\u{7f}\u{2028}é😀/"
    let session = try temporary.store.session(of: Page.self, in: text, stack: text, account: text)
    session.push(Page(text))
    try await temporary.store.flush()
    try temporary.rawConnection().run("UPDATE item SET title = ?", text)
    let line = try #require(try await lines(account: text).last)
    #expect(line.account == text && line.scene == text && line.stack == text)
    #expect(line.title == text && line.route?.json == .object(["name": .string(text)]))
    _ = try await temporary.store.deleteScene(NavScene(id: text))
    #expect(try await lines().last?.scene == nil)
  }

  @Test(
    "A damaged route is exported as damaged, and the export continues",
    arguments: [
      "UPDATE route SET payload = '{\"a\":\n1' WHERE id = 2",
      "UPDATE route SET payload = '{\"name\":\"x\"}' WHERE id = 2",
      "UPDATE route SET payload = CAST(x'22ff22' AS TEXT) WHERE id = 2",
      "DELETE FROM route WHERE id = 2",
    ])
  func damaged(_ change: String) async throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    for name in ["a", "b", "c"] { session.push(Page(name)) }
    try await temporary.tamper(change)
    let lines = try await lines()
    #expect(lines.dropFirst().map(\.damaged) == [nil, true, nil])
    #expect(lines.dropFirst().map { $0.route == nil } == [false, true, false])
    #expect(lines.last?.parent == 2)
  }

  @Test("An error ends the export")
  func closed() async throws {
    try temporary.store.save([Page("a")], in: "main")
    var export = temporary.store.exportHistory().makeAsyncIterator()
    _ = try await export.next()
    try await temporary.store.close()
    #expect(await code { _ = try await export.next() } == .closed)
    #expect(try await export.next() == nil)
  }

  @Test("Large routes fill a page by their bytes and by the bytes of their items' keys")
  func big() async throws {
    let session = try temporary.store.session(of: Page.self, in: "main")
    for number in 0..<5 {
      session.push(Page(String(repeating: "x", count: 500_000 + number)))
    }
    let page = try await temporary.store.writer.read { connection in
      let page = try ExportTable(db: connection).page(after: 0, upTo: 5, account: nil)
      return (page.visits.count, page.isLast)
    }
    #expect(page == (2, false))
    #expect(try await lines().count == 6)
  }
}

@Suite("Times in an export")
struct ExportTextTests {
  @Test("Any time is printed as ISO 8601")
  func times() {
    let known: [(Int64, String)] = [
      (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (1_700_000_000_123, "2023-11-14T22:13:20.123Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
      (253_402_300_800_000, "+010000-01-01T00:00:00.000Z"),
      (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
      (-62_167_219_200_001, "-000001-12-31T23:59:59.999Z"),
      (.max, "+292278994-08-17T07:12:55.807Z"), (.min, "-292275055-05-16T16:47:04.192Z"),
    ]
    for (time, text) in known { #expect(TimeText.iso8601(milliseconds: time) == text) }
  }

  @Test("Times are printed as by Foundation's formatter")
  func foundation() {
    var random = SeededRandom.make()
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for _ in 0..<2_000 {
      // The dates begin in 1600, because Foundation uses the Julian calendar before October 1582.
      let time = Int64.random(in: -11_000_000_000...250_000_000_000, using: &random) * 1_000
      #expect(TimeText.iso8601(milliseconds: time) == Date(milliseconds: time).formatted(style))
    }
  }
}
