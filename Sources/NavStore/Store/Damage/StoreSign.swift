import NavStoreMigrations
import NavStorePlatform
import NavStoreSQLite

/// Whether a file was ever a store: what is set aside, and what is erased among files set aside.
///
/// A sign counts in its place only. A file that holds the text of our schema is no store; one of
/// whose pages that text is a row is.
enum StoreSign {
  /// In which of its two files the sign stands.
  enum Place {
    case database, log
  }

  /// More of a file is not searched: a second's work on a slow disk.
  private static let searchedBytes = 64 * 1_048_576
  private static let pageSize = 4_096

  /// Nil if neither the file at `path` nor the log beside it shows one.
  ///
  /// The log vouches for a database that is gone, empty, or begins with a page of zeros. For any other
  /// it may be a leftover beside somebody else's file.
  static func place(at path: String, vfs: String? = nil) -> Place? {
    guard Files.kind(path) == .regular else {
      return Files.exists(path) || !hasFirstPage(inLog: path + "-wal") ? nil : .log
    }
    guard let file = try? Database.openUnread(path: path, vfs: vfs) else { return nil }
    defer { file.close() }
    guard let start = try? file.fileBytes(at: 0, count: pageSize) else { return nil }
    if !start.contains(where: { $0 != 0 }), hasFirstPage(inLog: path + "-wal") { return .log }
    // A database that says whose it is is believed.
    if let found = FileHeader(start).applicationID {
      return found == NavStore.Configuration.applicationID ? .database : nil
    }
    return isInPages(of: file) ? .database : nil
  }

  /// Whether any page of the file is one of ours.
  static func isInPages(of file: Connection) -> Bool {
    let chunk = 16 * pageSize
    for offset in stride(from: 0, to: searchedBytes, by: chunk) {
      guard let bytes = try? file.fileBytes(at: offset, count: chunk), !bytes.isEmpty else { break }
      for page in stride(from: 0, to: bytes.count, by: pageSize)
      where isOurs(bytes[page..<min(page + pageSize, bytes.count)], isFirst: offset + page == 0) {
        return true
      }
    }
    return false
  }

  private static func hasFirstPage(inLog path: String) -> Bool {
    // NB: SQLite has no locks on a log, so it may be opened beside it.
    guard let file = Files.Reader(path) else { return false }
    let log = LogFile { file.next(exactly: $0) }
    return log?.applicationID == NavStore.Configuration.applicationID
  }

  /// Whether a page is a leaf of a table, with a row of our schema or a route whose checksum is right.
  private static func isOurs(_ page: ArraySlice<UInt8>, isFirst: Bool) -> Bool {
    let page = Array(page)
    let start = isFirst ? FileHeader.byteCount : 0
    guard page.count == pageSize, page[start] == 0x0D else { return false }
    let count = Int(page.number(at: start + 3, bytes: 2))
    for cell in 0..<count {
      let pointer = start + 8 + 2 * cell
      guard pointer + 2 <= pageSize else { return false }
      guard let row = TableRow(page, at: Int(page.number(at: pointer, bytes: 2))) else { continue }
      if row.isOfSchema || row.isIntactRoute { return true }
    }
    return false
  }
}

/// A row as it stands in a leaf of a table, all on that page.
///
/// Source: <https://www.sqlite.org/fileformat2.html>, 1.6 and 2.
private struct TableRow {
  enum Value {
    case integer(Int64)
    case text(ArraySlice<UInt8>)
    case other
  }

  private(set) var values: [Value] = []

  /// Nil if there is none at `offset`, or the page has not all of it.
  init?(_ page: [UInt8], at offset: Int) {
    var place = offset
    guard let size = page.varint(&place), page.varint(&place) != nil,
      size > 0, size <= page.count - place
    else { return nil }
    let end = place + size
    let start = place
    guard let headerSize = page.varint(&place), headerSize > 0, headerSize <= size else {
      return nil
    }
    var body = start + headerSize
    while place < start + headerSize {
      guard let type = page.varint(&place), values.count < 32 else { return nil }
      let length: Int
      switch type {
      case 0, 8, 9: length = 0
      case 1...4: length = type
      case 5: length = 6
      case 6, 7: length = 8
      case 12...: length = (type - 12) / 2
      default: return nil
      }
      guard length <= end - body else { return nil }
      let bytes = page[body..<body + length]
      body += length
      switch type {
      case 8, 9: values.append(.integer(Int64(type - 8)))
      case 1...6:
        let first = Int64(Int8(bitPattern: bytes.first ?? 0))
        values.append(.integer(bytes.dropFirst().reduce(first) { $0 << 8 | Int64($1) }))
      case 13... where type % 2 == 1: values.append(.text(bytes))
      default: values.append(.other)
      }
    }
  }

  /// Whether the row is that of a table or index which the migrations make. Those that SQLite makes are
  /// in other databases too.
  var isOfSchema: Bool {
    guard values.count == 5, case .text = values[1], case .text(let sql) = values[4],
      sql.starts(with: "CREATE ".utf8)
    else { return false }
    return NavStoreMigrations.all.contains { $0.hasStatement(sql) }
  }

  /// Whether somewhere in it a tag, a version and a payload are followed by their checksum.
  var isIntactRoute: Bool {
    guard values.count >= 4 else { return false }
    return (0...values.count - 4).contains { place in
      guard case .text(let tag) = values[place], case .integer(let version) = values[place + 1],
        case .text(let payload) = values[place + 2], case .integer(let sum) = values[place + 3]
      else { return false }
      return !payload.isEmpty
        && StoredRoute.fingerprint(
          tag: String(decoding: tag, as: UTF8.self), version: Int(truncatingIfNeeded: version),
          payload: Data(payload)) == sum
    }
  }
}

extension [UInt8] {
  /// Big-endian, from inside the array.
  fileprivate func number(at place: Int, bytes count: Int) -> UInt32 {
    self[place..<place + count].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Nil if it does not end inside the array, or is longer than any length.
  fileprivate func varint(_ place: inout Int) -> Int? {
    var value: UInt64 = 0
    for count in 1...9 {
      guard indices.contains(place) else { return nil }
      let byte = self[place]
      place += 1
      if count == 9 {
        value = value << 8 | UInt64(byte)
        break
      }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int(exactly: Int64(bitPattern: value))
  }
}
