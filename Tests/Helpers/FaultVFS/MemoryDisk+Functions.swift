import CSQLite
import Foundation

extension MemoryDisk {
  /// Fills in the function table of this VFS and registers it with SQLite. The table and the VFS's
  /// name are never freed.
  func register() {
    guard let system = sqlite3_vfs_find(nil) else { preconditionFailure("No VFS at all.") }
    let table = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    // Copies the functions for time and random numbers from the system's VFS. SQLite sleeps between
    // two attempts to lock a file. Here `xSleep` returns at once, because the locks are in memory.
    table.initialize(to: system.pointee)
    table.pointee.iVersion = 2
    table.pointee.szOsFile = 16
    table.pointee.zName = UnsafePointer(strdup(name))
    table.pointee.pNext = nil
    table.pointee.pAppData = Unmanaged.passRetained(self).toOpaque()
    table.pointee.xGetLastError = nil
    table.pointee.xSleep = { _, microseconds in microseconds }
    table.pointee.xOpen = { vfs, path, file, flags, outFlags in
      guard let self = MemoryDisk.of(vfs), let file else { return SQLITE_MISUSE }
      return self.open(path.map { String(cString: $0) } ?? "", at: file, flags, outFlags)
    }
    table.pointee.xDelete = { vfs, path, _ in
      guard let self = MemoryDisk.of(vfs), let path else { return SQLITE_MISUSE }
      return self.delete(String(cString: path))
    }
    table.pointee.xAccess = { vfs, path, _, result in
      guard let self = MemoryDisk.of(vfs), let path else { return SQLITE_MISUSE }
      result?.pointee = self.exists(String(cString: path)) ? 1 : 0
      return SQLITE_OK
    }
    table.pointee.xFullPathname = { _, path, count, out in
      guard let path, let out, strlen(path) < Int(count) else { return SQLITE_CANTOPEN }
      strcpy(out, path)
      return SQLITE_OK
    }
    let code = sqlite3_vfs_register(table, 0)
    precondition(code == SQLITE_OK, "A VFS cannot be registered: \(code).")
  }

  private static func of(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> MemoryDisk? {
    guard let context = vfs?.pointee.pAppData else { return nil }
    return Unmanaged<MemoryDisk>.fromOpaque(context).takeUnretainedValue()
  }

  private func open(
    _ path: String, at file: UnsafeMutablePointer<sqlite3_file>, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    let memory = UnsafeMutableRawPointer(file)
    memory.storeBytes(of: nil, as: UnsafeRawPointer?.self)
    guard let found = self.file(at: path, creates: flags & SQLITE_OPEN_CREATE != 0) else {
      return SQLITE_CANTOPEN
    }
    let deletes = flags & SQLITE_OPEN_DELETEONCLOSE != 0
    let handle = MemoryHandle(disk: self, file: found, deletesPath: deletes ? path : nil)
    memory.storeBytes(
      of: Unmanaged.passRetained(handle).toOpaque(), toByteOffset: 8, as: UnsafeRawPointer?.self)
    memory.storeBytes(of: UnsafeRawPointer(MemoryHandle.functions), as: UnsafeRawPointer?.self)
    outFlags?.pointee = flags
    return SQLITE_OK
  }
}

extension MemoryHandle {
  /// The function table of all files of all memory disks. It never changes and is never freed.
  nonisolated(unsafe) static let functions: UnsafePointer<sqlite3_io_methods> = {
    let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    table.initialize(to: sqlite3_io_methods())
    // Version 2 of SQLite's table has no functions for memory mapping, which files here don't
    // support.
    table.pointee.iVersion = 2
    fillIn(&table.pointee)
    fillInLocks(&table.pointee)
    return UnsafePointer(table)
  }()

  private static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> MemoryHandle? {
    guard let file,
      let context = UnsafeMutableRawPointer(file).load(
        fromByteOffset: 8, as: UnsafeMutableRawPointer?.self)
    else { return nil }
    return Unmanaged<MemoryHandle>.fromOpaque(context).takeUnretainedValue()
  }

  private static func fillIn(_ table: inout sqlite3_io_methods) {
    table.xClose = { file in
      guard let self = MemoryHandle.of(file) else { return SQLITE_MISUSE }
      self.close()
      Unmanaged.passUnretained(self).release()
      return SQLITE_OK
    }
    table.xRead = { file, out, count, offset in
      guard let self = MemoryHandle.of(file), let out else { return SQLITE_MISUSE }
      return self.read(out, count: Int(count), offset: Int(offset))
    }
    table.xWrite = { file, bytes, count, offset in
      guard let self = MemoryHandle.of(file), let bytes else { return SQLITE_MISUSE }
      return self.write(bytes, count: Int(count), offset: Int(offset))
    }
    table.xTruncate = { MemoryHandle.of($0)?.truncate(to: Int($1)) ?? SQLITE_MISUSE }
    table.xSync = { _, _ in SQLITE_OK }
    table.xFileSize = { file, out in
      guard let self = MemoryHandle.of(file) else { return SQLITE_MISUSE }
      out?.pointee = Int64(self.size)
      return SQLITE_OK
    }
    table.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    table.xSectorSize = { _ in 4096 }
    table.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
  }

  private static func fillInLocks(_ table: inout sqlite3_io_methods) {
    table.xLock = { MemoryHandle.of($0)?.lock(to: $1) ?? SQLITE_MISUSE }
    table.xUnlock = { MemoryHandle.of($0)?.unlock(to: $1) ?? SQLITE_MISUSE }
    table.xCheckReservedLock = { file, out in
      guard let self = MemoryHandle.of(file) else { return SQLITE_MISUSE }
      out?.pointee = self.isReserved ? 1 : 0
      return SQLITE_OK
    }
    table.xShmMap = { file, index, size, extends, out in
      guard let self = MemoryHandle.of(file) else { return SQLITE_MISUSE }
      let region = self.region(Int(index), size: Int(size), extends: extends != 0)
      UnsafeMutableRawPointer(out)?.storeBytes(of: region, as: UnsafeMutableRawPointer?.self)
      return SQLITE_OK
    }
    table.xShmLock = { file, first, count, flags in
      MemoryHandle.of(file)?.lockSlots(Int(first), Int(count), flags: flags) ?? SQLITE_MISUSE
    }
    table.xShmBarrier = { file in
      guard let disk = MemoryHandle.of(file)?.disk else { return }
      disk.lock.lock()
      disk.lock.unlock()
    }
    table.xShmUnmap = { file, _ in
      MemoryHandle.of(file)?.unmapRegions()
      return SQLITE_OK
    }
  }
}
