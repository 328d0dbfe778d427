import CSQLite

extension FaultFile {
  /// The function table of all files of all fault VFSs. It never changes and is never freed.
  nonisolated(unsafe) static let functions: UnsafePointer<sqlite3_io_methods> = {
    let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    table.initialize(to: sqlite3_io_methods())
    table.pointee.iVersion = 3
    fillIn(&table.pointee)
    fillInLocks(&table.pointee)
    fillInMemory(&table.pointee)
    return UnsafePointer(table)
  }()

  /// Gets the verdict on a call of SQLite, and makes `call` on the underlying file if the verdict
  /// allows it. `always` is set for calls that release something, which are made in any case.
  private func passing(
    _ kind: FaultVFS.Operation.Kind, offset: Int64 = 0, count: Int = 0, detail: Int32 = 0,
    role: FaultVFS.FileRole? = nil, always: Bool = false,
    _ call: (UnsafeMutablePointer<sqlite3_file>, UnsafePointer<sqlite3_io_methods>) -> Int32
  ) -> Int32 {
    let verdict = vfs.judge(
      kind, role ?? self.role, offset: offset, count: count, detail: detail)
    return always
      ? vfs.passingAlways(verdict) { call(inner, inner.pointee.pMethods) }
      : vfs.passing(verdict) { call(inner, inner.pointee.pMethods) }
  }

  private static func fillIn(_ table: inout sqlite3_io_methods) {
    table.xClose = { FaultFile.of($0)?.close() ?? SQLITE_MISUSE }
    table.xRead = { file, out, count, offset in
      guard let self = FaultFile.of(file) else { return SQLITE_MISUSE }
      return self.passing(.read, offset: offset, count: Int(count)) {
        $1.pointee.xRead($0, out, count, offset)
      }
    }
    table.xWrite = { file, bytes, count, offset in
      guard let self = FaultFile.of(file), let bytes else { return SQLITE_MISUSE }
      return self.write(bytes, count: count, offset: offset)
    }
    table.xTruncate = { FaultFile.of($0)?.truncate(to: $1) ?? SQLITE_MISUSE }
    table.xSync = { FaultFile.of($0)?.sync(flags: $1) ?? SQLITE_MISUSE }
    table.xFileSize = { file, out in
      guard let self = FaultFile.of(file) else { return SQLITE_MISUSE }
      return self.passing(.fileSize) { $1.pointee.xFileSize($0, out) }
    }
    table.xFileControl = { file, operation, argument in
      guard let self = FaultFile.of(file) else { return SQLITE_MISUSE }
      return self.passing(.fileControl, detail: operation) {
        $1.pointee.xFileControl($0, operation, argument)
      }
    }
    table.xSectorSize = { file in
      guard let inner = FaultFile.of(file)?.inner else { return 0 }
      return inner.pointee.pMethods.pointee.xSectorSize(inner)
    }
    table.xDeviceCharacteristics = { file in
      guard let inner = FaultFile.of(file)?.inner else { return 0 }
      return inner.pointee.pMethods.pointee.xDeviceCharacteristics(inner)
    }
  }

  private static func fillInLocks(_ table: inout sqlite3_io_methods) {
    table.xLock = { file, level in
      guard let self = FaultFile.of(file) else { return SQLITE_MISUSE }
      return self.passing(.lock, detail: level) { $1.pointee.xLock($0, level) }
    }
    table.xUnlock = { file, level in
      guard let self = FaultFile.of(file) else { return SQLITE_MISUSE }
      return self.passing(.unlock, detail: level, always: true) { $1.pointee.xUnlock($0, level) }
    }
    table.xCheckReservedLock = { file, out in
      guard let self = FaultFile.of(file) else { return SQLITE_MISUSE }
      return self.passing(.checkReservedLock) { $1.pointee.xCheckReservedLock($0, out) }
    }
  }

  private static func fillInMemory(_ table: inout sqlite3_io_methods) {
    table.xShmMap = { file, region, size, extends, out in
      guard let self = FaultFile.of(file) else { return SQLITE_MISUSE }
      return self.passing(
        .shmMap, offset: Int64(region), count: Int(size), detail: extends, role: .sharedMemory
      ) { $1.pointee.xShmMap($0, region, size, extends, out) }
    }
    table.xShmLock = { file, first, count, flags in
      guard let self = FaultFile.of(file) else { return SQLITE_MISUSE }
      let unlocks = flags & SQLITE_SHM_UNLOCK != 0
      return self.passing(
        unlocks ? .shmUnlock : .shmLock, offset: Int64(first), count: Int(count), detail: flags,
        role: .sharedMemory, always: unlocks
      ) { $1.pointee.xShmLock($0, first, count, flags) }
    }
    table.xShmBarrier = { file in
      guard let self = FaultFile.of(file) else { return }
      _ = self.passing(.shmBarrier, role: .sharedMemory, always: true) {
        $1.pointee.xShmBarrier($0)
        return SQLITE_OK
      }
    }
    table.xShmUnmap = { file, deletes in
      guard let self = FaultFile.of(file) else { return SQLITE_MISUSE }
      return self.passing(.shmUnmap, detail: deletes, role: .sharedMemory, always: true) {
        $1.pointee.xShmUnmap($0, deletes)
      }
    }
    table.xFetch = { file, offset, count, out in
      guard let self = FaultFile.of(file) else { return SQLITE_MISUSE }
      out?.pointee = nil
      return self.passing(.fetch, offset: offset, count: Int(count)) {
        $1.pointee.iVersion >= 3 ? $1.pointee.xFetch($0, offset, count, out) : SQLITE_OK
      }
    }
    table.xUnfetch = { file, offset, pointer in
      guard let self = FaultFile.of(file) else { return SQLITE_MISUSE }
      return self.passing(.unfetch, offset: offset, always: true) {
        $1.pointee.iVersion >= 3 ? $1.pointee.xUnfetch($0, offset, pointer) : SQLITE_OK
      }
    }
  }
}
