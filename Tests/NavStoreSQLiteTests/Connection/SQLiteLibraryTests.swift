import Testing

@testable import NavStoreSQLite

@Suite("The linked SQLite library")
struct SQLiteLibraryTests {
  @Test(
    "A library before 3.39 is refused", arguments: [(3_015_002, "3.15.2"), (3_038_005, "3.38.5")])
  func old(number: Int32, version: String) throws {
    #expect(throws: OpenRefusal.oldLibrary(version: version)) {
      try SQLiteLibrary.checkVersion(number)
    }
    try SQLiteLibrary.checkVersion(3_039_000)
    try SQLiteLibrary.checkVersion()
  }

  @Test("The description contains the version and the source of the library")
  func description() throws {
    let description = SQLiteLibrary.description
    #expect(description.contains(/^SQLite 3\.[0-9]+\.[0-9]+ \(20[0-9]{2}-.*[0-9a-f]{40}/))
  }
}
