import Foundation
import Testing

@testable import NavStoreSQLite

/// Compares the library's responses to result codes with the codes in the installed SQLite header.
/// If there is no header, the codes of SQLite 3.40 are used.
@Suite struct FaultResponseTests {
  private struct Code {
    let name: String
    let number: Int32

    var primary: Int32 { number & 0xFF }
    var response: FaultResponse { FaultResponse(ResultCode(rawValue: number)) }
  }

  private enum FaultResponse {
    case retry, surface, quarantine

    init(_ code: ResultCode) {
      #expect(!code.isDamage || !code.isTemporary, "\(code.name)")
      self = code.isDamage ? .quarantine : code.isTemporary ? .retry : .surface
    }
  }

  private static let retried: Set<Int32> = [5, 6, 7, 9, 10, 13, 15, 17, 23]
  private static let reported: Set<Int32> = [
    0, 1, 2, 3, 4, 8, 12, 14, 16, 18, 19, 20, 21, 22, 24, 25, 27, 28,
  ]

  private static let primaryNames = [
    "OK", "ERROR", "INTERNAL", "PERM", "ABORT", "BUSY", "LOCKED", "NOMEM", "READONLY",
    "INTERRUPT", "IOERR", "CORRUPT", "NOTFOUND", "FULL", "CANTOPEN", "PROTOCOL", "EMPTY",
    "SCHEMA", "TOOBIG", "CONSTRAINT", "MISMATCH", "MISUSE", "NOLFS", "AUTH", "FORMAT", "RANGE",
    "NOTADB", "NOTICE", "WARNING",
  ]

  /// Returns the result codes of the SQLite header, from lines like `#define SQLITE_X 5` and
  /// `#define SQLITE_X_Y (SQLITE_X | (3<<8))`.
  private static func codes() -> [Code] {
    guard let header = try? String(contentsOfFile: "/usr/include/sqlite3.h", encoding: .utf8) else {
      return primaryNames.enumerated().flatMap { number, name in
        (0..<40).map { Code(name: "\(name) \($0)", number: Int32(number | $0 << 8)) }
      }
    }
    let primaries = Dictionary(
      uniqueKeysWithValues: primaryNames.enumerated().map { ("SQLITE_" + $1, Int32($0)) })
    return header.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      guard words.count > 2, words[0] == "#define", words[1].hasPrefix("SQLITE_") else {
        return nil
      }
      let name = String(words[1])
      if let number = primaries[name] { return Code(name: name, number: number) }
      let value = words[2...].joined().prefix { $0 != "/" }
      guard value.hasPrefix("(SQLITE_"), let bar = value.firstIndex(of: "|") else { return nil }
      let parts = value[value.index(after: bar)...].split { !$0.isNumber }
      guard let primary = primaries[String(value[..<bar].dropFirst())], parts.count == 2,
        parts[1] == "8", let detail = Int32(parts[0])
      else { return nil }
      return Code(name: name, number: primary | detail << 8)
    }
  }

  @Test("Every code of the header has a name, and its primary code is known")
  func everyCode() {
    let codes = Self.codes()
    #expect(codes.filter { $0.number < 256 }.count >= 29)
    #expect(codes.filter { $0.number >= 256 }.count >= 70)
    for code in codes {
      let known = Self.retried.union(Self.reported).union([11, 26])
      #expect(known.contains(code.primary), "\(code.name)")
    }
    print("fault responses: \(codes.count) codes")
  }

  @Test("Only CORRUPT and NOTADB, with any extended code, lead to a quarantine")
  func quarantining() {
    for code in Self.codes() {
      let isDamage = code.primary == 11 || code.primary == 26
      #expect((code.response == .quarantine) == isDamage, "\(code.name)")
    }
    // The response must be the same for all extended codes of a primary code, including codes that
    // a later SQLite adds.
    for primary in Int32(0)..<256 {
      for detail in Int32(0)..<256 {
        let response = FaultResponse(ResultCode(rawValue: primary | detail << 8))
        #expect((response == .quarantine) == (primary == 11 || primary == 26))
      }
    }
  }

  @Test(
    "Locks, full or failing disks, locked devices and low memory are retried",
    arguments: Self.retried)
  func passing(primary: Int32) {
    #expect(FaultResponse(ResultCode(rawValue: primary)) == .retry)
  }

  @Test(
    "Missing permissions, read-only volumes and misuse are reported, and not retried",
    arguments: Self.reported)
  func lasting(primary: Int32) {
    #expect(FaultResponse(ResultCode(rawValue: primary)) == .surface)
  }

  @Test("Some extended codes have another response than their primary code")
  func details() {
    func response(_ primary: Int32, _ detail: Int32) -> FaultResponse {
      FaultResponse(ResultCode(rawValue: primary | detail << 8))
    }
    #expect(response(1, 2) == .retry, "ERROR_RETRY")
    #expect(response(4, 2) == .retry, "ABORT_ROLLBACK")
    #expect(response(10, 32) == .surface, "IOERR_DATA")
    #expect(response(10, 33) == .surface, "IOERR_CORRUPTFS")
    #expect(response(10, 12) == .retry, "IOERR_NOMEM")
    #expect(response(23, 1) == .surface, "AUTH_USER")
    for detail in Int32(0)...3 { #expect(response(11, detail) == .quarantine, "CORRUPT \(detail)") }
  }
}
