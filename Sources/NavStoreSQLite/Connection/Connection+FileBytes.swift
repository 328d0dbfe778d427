import CSQLite

extension Connection {
  /// Returns up to `count` bytes of the database file on disk from `offset` on, fewer at the end of
  /// the file. The WAL is ignored.
  ///
  /// Reads with SQLite's own file handle. If the process opened and closed the file with a second
  /// handle, it would lose all its locks on the file (<https://www.sqlite.org/howtocorrupt.html>,
  /// 2.2).
  package func fileBytes(at offset: Int, count: Int) throws -> [UInt8] {
    let file = try fileMethods()
    let length = min(count, max(0, try fileSize - offset))
    guard length > 0 else { return [] }
    return try [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
      try check(file.methods.xRead?(file.file, buffer.baseAddress, Int32(length), Int64(offset)))
      filled = length
    }
  }

  /// The size of the file, in bytes. SQLite reports 0 for a file of one byte.
  package var fileSize: Int { get throws { try size(of: SQLITE_FCNTL_FILE_POINTER) } }

  /// The size of the WAL file that this connection has open, in bytes. Another file may be at its
  /// path.
  package var logSize: Int { get throws { try size(of: SQLITE_FCNTL_JOURNAL_POINTER) } }

  private func size(of which: Int32) throws -> Int {
    let file = try fileMethods(which)
    var size: sqlite3_int64 = 0
    try check(file.methods.xFileSize?(file.file, &size))
    return Int(clamping: size)
  }

  /// Returns the VFS's handle and methods of the database file or of its WAL.
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
