import CSQLite

/// A result code of SQLite's, primary or extended.
///
/// Source: <https://www.sqlite.org/rescode.html>.
package struct ResultCode: RawRepresentable, Equatable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static let error = ResultCode(rawValue: SQLITE_ERROR)
  package static let permission = ResultCode(rawValue: SQLITE_PERM)
  package static let busy = ResultCode(rawValue: SQLITE_BUSY)
  package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  package static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
  package static let ioError = ResultCode(rawValue: SQLITE_IOERR)
  package static let shortRead = ResultCode(rawValue: SQLITE_IOERR | 2 << 8)
  package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  package static let full = ResultCode(rawValue: SQLITE_FULL)
  package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  package static let authorization = ResultCode(rawValue: SQLITE_AUTH)
  package static let range = ResultCode(rawValue: SQLITE_RANGE)

  /// The code without its extension: the low eight bits.
  package var primary: ResultCode {
    ResultCode(rawValue: rawValue & 0xFF)
  }

  /// SQLite's name of the code, such as `SQLITE_IOERR_WRITE`, or the number if it has none.
  package var name: String {
    if let name = Self.names[rawValue] { return "SQLITE_" + name }
    if let name = Self.names[primary.rawValue] { return "SQLITE_\(name) (\(rawValue))" }
    return "SQLITE code \(rawValue)"
  }
}

extension ResultCode {
  /// Numbers from <https://www.sqlite.org/rescode.html>. Extended codes are `primary | (n << 8)`.
  private static let names: [Int32: String] = {
    var names: [Int32: String] = [100: "ROW", 101: "DONE"]
    let primary = [
      "OK", "ERROR", "INTERNAL", "PERM", "ABORT", "BUSY", "LOCKED", "NOMEM", "READONLY",
      "INTERRUPT", "IOERR", "CORRUPT", "NOTFOUND", "FULL", "CANTOPEN", "PROTOCOL", "EMPTY",
      "SCHEMA", "TOOBIG", "CONSTRAINT", "MISMATCH", "MISUSE", "NOLFS", "AUTH", "FORMAT", "RANGE",
      "NOTADB", "NOTICE", "WARNING",
    ]
    let extensions: [String: [String]] = [
      "OK": ["LOAD_PERMANENTLY", "SYMLINK"],
      "ERROR": ["MISSING_COLLSEQ", "RETRY", "SNAPSHOT"],
      "ABORT": ["", "ROLLBACK"],
      "BUSY": ["RECOVERY", "SNAPSHOT", "TIMEOUT"],
      "LOCKED": ["SHAREDCACHE", "VTAB"],
      "READONLY": ["RECOVERY", "CANTLOCK", "ROLLBACK", "DBMOVED", "CANTINIT", "DIRECTORY"],
      "IOERR": [
        "READ", "SHORT_READ", "WRITE", "FSYNC", "DIR_FSYNC", "TRUNCATE", "FSTAT", "UNLOCK",
        "RDLOCK", "DELETE", "BLOCKED", "NOMEM", "ACCESS", "CHECKRESERVEDLOCK", "LOCK", "CLOSE",
        "DIR_CLOSE", "SHMOPEN", "SHMSIZE", "SHMLOCK", "SHMMAP", "SEEK", "DELETE_NOENT", "MMAP",
        "GETTEMPPATH", "CONVPATH", "VNODE", "AUTH", "BEGIN_ATOMIC", "COMMIT_ATOMIC",
        "ROLLBACK_ATOMIC", "DATA", "CORRUPTFS", "IN_PAGE",
      ],
      "CORRUPT": ["VTAB", "SEQUENCE", "INDEX"],
      "CANTOPEN": ["NOTEMPDIR", "ISDIR", "FULLPATH", "CONVPATH", "DIRTYWAL", "SYMLINK"],
      "CONSTRAINT": [
        "CHECK", "COMMITHOOK", "FOREIGNKEY", "FUNCTION", "NOTNULL", "PRIMARYKEY", "TRIGGER",
        "UNIQUE", "VTAB", "ROWID", "PINNED", "DATATYPE",
      ],
      "AUTH": ["USER"],
      "NOTICE": ["RECOVER_WAL", "RECOVER_ROLLBACK", "RBU"],
      "WARNING": ["AUTOINDEX"],
    ]
    for (number, name) in primary.enumerated() {
      names[Int32(number)] = name
      for (offset, detail) in (extensions[name] ?? []).enumerated() where !detail.isEmpty {
        names[Int32(number | ((offset + 1) << 8))] = "\(name)_\(detail)"
      }
    }
    return names
  }()
}
