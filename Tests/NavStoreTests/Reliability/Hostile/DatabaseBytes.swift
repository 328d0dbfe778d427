import Foundation
import NavStoreSQLite

/// The bytes of a database file, with functions that damage certain parts of the file format.
///
/// Source: <https://www.sqlite.org/fileformat2.html>.
struct DatabaseBytes {
  static let pageSize = 4_096

  var bytes: [UInt8]

  /// The number of the root page of each table and index, by name.
  let roots: [String: Int]

  init(_ url: URL) throws {
    let connection = try Connection(path: url.path, flags: 0x6, busyTimeoutMilliseconds: 1_000)
    var roots: [String: Int] = [:]
    try connection.each("SELECT name, rootpage FROM sqlite_schema") { row in
      roots[row.text(0)] = Int(row.int(1))
      return true
    }
    connection.close()
    self.roots = roots
    bytes = [UInt8](try Data(contentsOf: url))
  }

  var pageCount: Int { bytes.count / Self.pageSize }

  mutating func set(_ number: Int, at offset: Int, count: Int = 4) {
    for place in 0..<count {
      bytes[offset + place] = UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - place)))
    }
  }

  /// Returns the offset of page `number`, counted from 1.
  func offset(ofPage number: Int) -> Int { (number - 1) * Self.pageSize }

  /// Appends a page of zeros and returns its number.
  mutating func appendPage() -> Int {
    bytes += [UInt8](repeating: 0, count: Self.pageSize)
    set(pageCount, at: 28)
    return pageCount
  }

  /// Changes the table's tree so that each row can be reached on `width` to the power of `levels`
  /// paths. A scan of the table doesn't end in practice, but a lookup finds the same row as before.
  mutating func makeEndless(_ table: String, levels: Int = 12, width: Int = 400) {
    guard let root = roots[table] else { return }
    let start = offset(ofPage: root)
    var child = appendPage()
    // Copies the old root to the new page, because an inner page takes its place.
    bytes.replaceSubrange(
      offset(ofPage: child)..<offset(ofPage: child) + Self.pageSize,
      with: Array(bytes[start..<start + Self.pageSize]))
    for level in 0..<levels {
      let page = level == levels - 1 ? root : appendPage()
      writeInterior(page: page, child: child, width: width)
      child = page
    }
  }

  private mutating func writeInterior(page: Int, child: Int, width: Int) {
    let start = offset(ofPage: page)
    for place in start..<start + Self.pageSize { bytes[place] = 0 }
    let cellSize = 4 + 2
    let content = Self.pageSize - width * cellSize
    bytes[start] = 0x05
    set(width, at: start + 3, count: 2)
    set(content, at: start + 5, count: 2)
    set(child, at: start + 8)
    for cell in 0..<width {
      let place = content + cell * cellSize
      set(place, at: start + 12 + cell * 2, count: 2)
      set(child, at: start + place)
      // The key of the cell: the largest row number of its child page, as a varint of two bytes.
      let key = cell + 1
      bytes[start + place + 4] = UInt8(key >> 7) | 0x80
      bytes[start + place + 5] = UInt8(key & 0x7F)
    }
  }
}
