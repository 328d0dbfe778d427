import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

@Suite("Visits with row numbers out of order")
struct DisorderedVisitsTests {
  @Test("A query ends, counts no visit repeatedly, and requests a check of the file")
  func query() async throws {
    let folder = try DamageFolder()
    let store = try folder.open()
    let session = try store.session(of: Page.self, in: "main")
    for number in 0..<20 { session.push(Page("page \(number)")) }
    try await store.close()
    var database = try DatabaseBytes(folder.url)
    // The last two rows of the table `visit` have the numbers 100 and 20, in this order. A scan
    // after row 100 finds row 20, and a scan after row 20 finds row 100.
    database.setRowID(100, ofCell: 18, in: "visit")
    try folder.write(database.bytes)

    let damaged = try folder.open()
    let before = try damaged.writer.sync { $0.totalChanges }
    _ = try await damaged.history(of: Page.self, account: nil).items()
    let changes = try damaged.writer.sync { $0.totalChanges - before }
    #expect(changes < 1_000)
    // A removal counts all visits before it deletes any. The removal must throw, because a table in
    // this order can't be counted to its end.
    let removal = await reason {
      try await damaged.history(of: Page.self, account: nil).forget(.all)
    }
    #expect(removal == .damaged)
    try await damaged.close()
    let repaired = try folder.open()
    #expect(
      repaired.openReport.quarantinedFile != nil,
      "Opening checks the file, as after an error from SQLite.")
    // The salvaged path ends below page 18, because the visit of page 18 has the number 100 instead
    // of 19.
    let path = try repaired.restore(Page.self, in: "main").path
    #expect(path == (0..<18).map { Page("page \($0)") })
  }
}

extension DatabaseBytes {
  /// Gives the row in cell `cell` of the table another row number, from 1 to 127. The table must be
  /// a single page of short rows.
  fileprivate mutating func setRowID(_ number: UInt8, ofCell cell: Int, in table: String) {
    guard let root = roots[table] else { return }
    let page = offset(ofPage: root)
    let pointer = page + 8 + 2 * cell
    bytes[page + Int(bytes[pointer]) << 8 + Int(bytes[pointer + 1]) + 1] = number
  }
}
