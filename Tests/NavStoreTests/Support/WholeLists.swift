@testable import NavStore

// Functions for tests that read a whole list, of which the library reads only parts.

extension WindowTable {
  func tips() throws -> Set<Int64> {
    let lists = try db.all("SELECT list FROM window WHERE list IS NOT NULL") { $0.bytes(0) }
    return Set(
      lists.flatMap { BackForwardListCodec.decodeEntries($0) ?? [] }.map(\.tip).filter { $0 > 0 })
  }
}
