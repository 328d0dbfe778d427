import CSQLite
import NavStoreSQLite
import Testing

@Suite("Result codes")
struct ResultCodeTests {
  // The numbers and names are from <https://www.sqlite.org/rescode.html>.
  @Test(
    "A code has the name that SQLite's documentation has for its primary code",
    arguments: [
      (0, "SQLITE_OK"), (1, "SQLITE_ERROR"), (5, "SQLITE_BUSY"), (8, "SQLITE_READONLY"),
      (10, "SQLITE_IOERR"), (11, "SQLITE_CORRUPT"), (13, "SQLITE_FULL"), (14, "SQLITE_CANTOPEN"),
      (19, "SQLITE_CONSTRAINT"), (25, "SQLITE_RANGE"), (26, "SQLITE_NOTADB"),
      (27, "SQLITE_NOTICE"), (28, "SQLITE_WARNING"),
      (257, "SQLITE_ERROR (257)"), (261, "SQLITE_BUSY (261)"), (778, "SQLITE_IOERR (778)"),
      (2067, "SQLITE_CONSTRAINT (2067)"), (8714, "SQLITE_IOERR (8714)"),
    ] as [(Int32, String)])
  func name(number: Int32, name: String) {
    #expect(ResultCode(rawValue: number).name == name)
  }

  @Test("An unknown primary code is named by its number", arguments: [29, 99, 255, -1])
  func unknownPrimary(number: Int32) {
    #expect(ResultCode(rawValue: number).name == "SQLITE code \(number)")
  }

  @Test("The primary code is the extended one without its extension")
  func primary() {
    #expect(ResultCode(rawValue: 778).primary == .ioError)
    #expect(ResultCode(rawValue: 2067).primary == .constraint)
    #expect(ResultCode.busy.primary == .busy)
  }
}
