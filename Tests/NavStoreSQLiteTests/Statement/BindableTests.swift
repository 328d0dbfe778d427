import Foundation
import Testing

@testable import NavStoreSQLite

@Suite("Bound values")
struct BindableTests {
  private let connection: Connection

  init() throws {
    connection = try Connection.make()
  }

  @Test(
    "An integer is read as it was bound", arguments: [0, 1, -1, .min, .max] as [Int64])
  func int64(value: Int64) throws {
    let found = try connection.first("SELECT ?1, typeof(?1)", value) { ($0.int(0), $0.text(1)) }
    let row = try #require(found)
    #expect(row == (value, "integer"))
    #expect(try connection.first("SELECT ?", Int(value)) { $0.optionalInt(0) } == value)
  }

  @Test(
    "A floating-point number is read as it was bound",
    arguments: [0, -0.5, .pi, .infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
  func double(value: Double) throws {
    let found = try connection.first("SELECT ?1, typeof(?1)", value) {
      ($0.optionalDouble(0), $0.text(1))
    }
    let row = try #require(found)
    #expect(row == (value, "real"))
    #expect(try connection.first("SELECT ?", value) { $0.optionalDouble(0) } == value)
  }

  @Test(
    "Text is read as it was bound, also if it is empty or contains a NUL",
    arguments: ["", "a", "a\0b", "\0", "Zürich 東京 👩‍👩‍👧", String(repeating: "x", count: 5_000)])
  func string(value: String) throws {
    let found = try connection.first("SELECT ?1, typeof(?1), length(CAST(?1 AS BLOB))", value) {
      ($0.text(0), $0.text(1), Int($0.int(2)))
    }
    let row = try #require(found)
    #expect(row == (value, "text", value.utf8.count))
    #expect(try connection.first("SELECT ?", value) { $0.bytes(0) } == Array(value.utf8))
    #expect(try connection.first("SELECT ?", value) { $0.optionalText(0) } == value)
  }

  @Test(
    "Bytes are read as they were bound, also if there are none",
    arguments: [[], [0], [255, 0, 1], Array(repeating: 7, count: 5_000)] as [[UInt8]])
  func blob(value: [UInt8]) throws {
    let found = try connection.first("SELECT ?1, typeof(?1), ?1 IS NULL", value) {
      ($0.bytes(0), $0.text(1), $0.int(2))
    }
    let row = try #require(found)
    #expect(row == (value, "blob", 0))
  }

  @Test("A nil value is bound as NULL, and read as nil")
  func null() throws {
    try connection.each(
      "SELECT ?, ?, ?, ?", Int64?.none, Double?.none, String?.none, [UInt8]?.none
    ) { row in
      for column in 0..<4 as Range<Int32> { #expect(row.isNull(column)) }
      #expect(row.optionalInt(0) == nil)
      #expect(row.optionalDouble(1) == nil)
      #expect(row.optionalText(2) == nil)
      #expect(row.text(2) == "")
      #expect(row.bytes(3) == [])
      return true
    }
  }

  @Test("An optional value is bound as the value itself")
  func optional() throws {
    let found = try connection.first("SELECT ?, ?", Int64?.some(7), String?.some("")) {
      ($0.optionalInt(0), $0.optionalText(1))
    }
    let row = try #require(found)
    #expect(row == (7, ""))
  }

  @Test("A megabyte of text in bytes is stored completely, as text")
  func textBytes() throws {
    let bytes = Array(String(repeating: "é", count: 1 << 19).utf8)
    try connection.run("INSERT INTO item (id, name) VALUES (1, ?)", TextBytes(bytes))
    let found = try connection.first("SELECT name, typeof(name) FROM item") {
      ($0.withBytes(0) { $0.elementsEqual(bytes) }, $0.text(1))
    }
    #expect(bytes.count == 1 << 20)
    let row = try #require(found)
    #expect(row == (true, "text"))
  }

  @Test("No bytes are bound as empty text")
  func noTextBytes() throws {
    let found = try connection.first("SELECT ?1, typeof(?1)", TextBytes([])) {
      ($0.text(0), $0.text(1))
    }
    let row = try #require(found)
    #expect(row == ("", "text"))
  }

  @Test("Ill-formed UTF-8 is repaired when read as text, and kept when read as bytes")
  func illFormed() throws {
    let bytes: [UInt8] = [65, 0xFF, 66]
    try connection.each("SELECT ?", TextBytes(bytes)) { row in
      #expect(row.text(0) == "A\u{FFFD}B")
      #expect(row.bytes(0) == bytes)
      return true
    }
  }
}
