import CSQLite

extension Connection {
  /// Up to `count` bytes of the database file from `offset` on, as they are on the disk, whatever
  /// its log says; fewer at its end.
  ///
  /// By SQLite's own handle: who opens and closes the file beside it drops all locks that the process
  /// has on it (<https://www.sqlite.org/howtocorrupt.html>, 2.2).
  package func fileBytes(at offset: Int, count: Int) throws -> [UInt8] {
    let file = try fileMethods()
    let length = min(count, max(0, try fileSize - offset))
    guard length > 0 else { return [] }
    return try [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
      try check(file.methods.xRead?(file.file, buffer.baseAddress, Int32(length), Int64(offset)))
      filled = length
    }
  }

  /// In bytes; 0 for a single one, which SQLite takes for none.
  package var fileSize: Int { get throws { try size(of: SQLITE_FCNTL_FILE_POINTER) } }

  /// Of the log that this connection has open, whatever is at its path, in bytes.
  package var logSize: Int { get throws { try size(of: SQLITE_FCNTL_JOURNAL_POINTER) } }

  private func size(of which: Int32) throws -> Int {
    let file = try fileMethods(which)
    var size: sqlite3_int64 = 0
    try check(file.methods.xFileSize?(file.file, &size))
    return Int(clamping: size)
  }

  /// Whether the log has every page of the file, and the first one as a database of `applicationID`:
  /// nothing in the file itself counts then. After the first read.
  func logHasAllPages(of applicationID: Int32) throws -> Bool {
    let (file, methods) = try fileMethods(SQLITE_FCNTL_JOURNAL_POINTER)
    var offset: Int64 = 0
    let log = LogFile { count in
      let bytes = try? [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        try check(methods.xRead?(file, buffer.baseAddress, Int32(count), offset))
        filled = count
      }
      offset += Int64(count)
      return bytes
    }
    guard let log, log.applicationID == applicationID else { return false }
    let count = try (fileSize + log.pageSize - 1) / log.pageSize
    return count <= log.pages.count
      && (1...max(1, count)).allSatisfy { log.pages.contains(UInt32(clamping: $0)) }
  }

  /// The file as SQLite's VFS knows it: the database's, or its log's.
  func fileMethods(_ which: Int32 = SQLITE_FCNTL_FILE_POINTER) throws -> (
    file: UnsafeMutablePointer<sqlite3_file>, methods: sqlite3_io_methods
  ) {
    try requireOpen()
    var found: UnsafeMutablePointer<sqlite3_file>?
    let code = withUnsafeMutablePointer(to: &found) {
      sqlite3_file_control(handle, "main", which, $0)
    }
    guard code == SQLITE_OK, let file = found, let methods = file.pointee.pMethods?.pointee else {
      throw SQLiteError(code == SQLITE_OK ? SQLITE_MISUSE : code, on: handle)
    }
    return (file, methods)
  }

  private func check(_ code: Int32?) throws {
    guard code == SQLITE_OK else { throw SQLiteError(code ?? SQLITE_MISUSE, on: nil) }
  }
}
