import Foundation
import NavStore
import SampleStores
import Testing

@Suite struct ReportTests {
  @Test("A report is one page that loads no other resource")
  func isOnePage() async throws {
    let folder = try await StoreFolder.make()
    let page = try report(folder)
    #expect(page.hasPrefix("<!doctype html>"))
    #expect(page.hasSuffix("</html>\n"))
    #expect(!page.contains("http://") && !page.contains("https://"))
    #expect(!page.contains("@@"))
    #expect(page.contains("Running shoe"))
    let rights = try FileManager.default.attributesOfItem(atPath: folder.path("report.html"))
    #expect((rights[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test("The data of the page is JSON with every visit and scene")
  func holdsAll() async throws {
    let folder = try await StoreFolder.make()
    let data = try data(of: report(folder))
    #expect((data["id"] as? [Int])?.count == 6)
    #expect((data["scenes"] as? [[Any]])?.map { $0[0] as? String } == ["main", "side"])
    // Visits 2 and 3 are above visit 1, and visit 4 is above visit 3. Visits 1, 5 and 6 are above
    // root screens. A number in the array is the visit's distance to its parent; 0 means
    // that the visit is directly above a root screen.
    #expect(data["parent"] as? [Int] == [0, 1, 2, 1, 0, 0])
  }

  private struct Note: NavRoute {
    static let coding: NavCoding<Self> = .codable(name: "Note")
    let id: Int
  }

  @Test("The report counts only seen visits, as inspect does")
  func countsSeen() async throws {
    let folder = try StoreFolder()
    let store = try NavStore(url: URL(fileURLWithPath: folder.store))
    try store.save((1...3).map { Note(id: $0) }, in: "main")
    try await store.close()
    let run = try ToolRun("report", folder.store, "--html", folder.path("report.html"))
    #expect(run.output.hasPrefix("1 visit in"))
    #expect(try ToolRun("inspect", folder.store).output.contains("1 visit,"))
  }

  @Test("Stored text cannot become markup")
  func isNoMarkup() async throws {
    let folder = try StoreFolder()
    try await SampleStore.fillHostile(URL(fileURLWithPath: folder.store))
    let page = try report(folder)
    let start = try #require(page.range(of: "id=\"data\">")).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    #expect(!page[start..<end].contains("<"))
    #expect(page.components(separatedBy: "<script").count == 3)
    let data = try data(of: page)
    #expect((data["id"] as? [Int])?.count == 2 * SampleStore.hostileTexts.count)
    let titles = (data["itemTitle"] as? [Any])?.compactMap { $0 as? String } ?? []
    #expect(titles.contains(SampleStore.hostileTexts[0]))
  }

  @Test("A redacted page contains no key, title, route or name")
  func redacts() async throws {
    let folder = try await StoreFolder.make()
    let data = try data(of: report(folder, "--redact"))
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: data), as: UTF8.self)
    for secret in [
      "Running", "shoes", "lamp", "hidden", "secret", "main", "second-tab", "store.sql",
    ] {
      #expect(!text.contains(secret), "\(secret) is in it")
    }
    #expect(text.contains("product"))
  }

  @Test("A limit keeps the newest visits and the visits that stacks use")
  func limits() async throws {
    let folder = try await StoreFolder.make()
    let data = try data(of: report(folder, "--limit", "1"))
    // The newest visit, and the visits of the two stacks of `main`, which are three and one.
    #expect((data["id"] as? [Int])?.count == 5)
    #expect(data["allVisits"] as? Int == 6)
  }

  @Test("A report of 100,000 visits is smaller than 6 MB")
  func staysSmall() async throws {
    let folder = try StoreFolder()
    try await SampleStore.fill(URL(fileURLWithPath: folder.store), visits: 100_000)
    let page = try report(folder)
    #expect(page.utf8.count < 6_000_000)
    #expect((try data(of: page)["id"] as? [Int])?.count == 100_000)
  }

  @Test(
    "Real sessions make a report",
    .enabled(if: RealSessions.isThere, "the real sessions are not next to the repository"))
  func showsRealSessions() async throws {
    let folder = try StoreFolder()
    try await SampleStore.fill(
      URL(fileURLWithPath: folder.store), sessions: RealSessions.url, limit: 500)
    let data = try data(of: report(folder))
    #expect((data["scenes"] as? [Any])?.count == 500)
    #expect(try ToolRun("check", folder.store).status == 0)
    let tree = try ToolRun("tree", folder.store, "--scene", "session-3")
    #expect(tree.output.contains("◉"))
  }

  @Test("The page can't overwrite the store", arguments: ["", "-wal", "-shm"])
  func refusesToOverwrite(_ suffix: String) async throws {
    let folder = try await StoreFolder.make()
    let before = try folder.fingerprint()
    let run = try ToolRun("report", folder.store, "--html", folder.store + suffix)
    #expect(run.status == 2)
    #expect(run.complaint.contains("would overwrite"))
    #expect(try folder.fingerprint() == before)
  }

  private func report(_ folder: StoreFolder, _ arguments: String...) throws -> String {
    let path = folder.path("report.html")
    let run = try ToolRun(["report", folder.store, "--html", path] + arguments)
    #expect(run.status == 0, "\(run.complaint)")
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private func data(of page: String) throws -> [String: Any] {
    let start = try #require(page.range(of: "id=\"data\">")).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    let json = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
    return try #require(json as? [String: Any])
  }
}

enum RealSessions {
  /// The file with the sessions, which is outside the repository and must not be copied into it.
  static let url = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../../../../shared/data/wikispeedia-sessions.tsv")
    .standardizedFileURL

  static var isThere: Bool { FileManager.default.fileExists(atPath: url.path) }
}
