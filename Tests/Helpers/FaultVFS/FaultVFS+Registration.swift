import CSQLite
import Foundation

extension FaultVFS {
  /// Fills in the function table of this VFS and registers it with SQLite. The table and the VFS's
  /// name are never freed.
  func register() {
    let table = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    table.initialize(to: sqlite3_vfs())
    table.pointee.iVersion = 2
    table.pointee.szOsFile = Int32(FaultFile.headerSize) + base.pointee.szOsFile
    table.pointee.mxPathname = base.pointee.mxPathname
    table.pointee.zName = UnsafePointer(strdup(name))
    table.pointee.pAppData = Unmanaged.passRetained(self).toOpaque()
    table.pointee.xOpen = { vfs, path, file, flags, outFlags in
      guard let self = FaultVFS.of(vfs), let file else { return SQLITE_MISUSE }
      return FaultFile.open(path, on: self, at: file, flags: flags, outFlags: outFlags)
    }
    table.pointee.xDelete = { vfs, path, syncsFolder in
      guard let self = FaultVFS.of(vfs), let path else { return SQLITE_MISUSE }
      return self.delete(path, syncsFolder: syncsFolder)
    }
    table.pointee.xAccess = { vfs, path, flags, result in
      guard let self = FaultVFS.of(vfs), let path else { return SQLITE_MISUSE }
      let role = FileRole(path: String(cString: path))
      return self.passing(self.judge(.access, role, detail: flags)) {
        self.base.pointee.xAccess(self.base, path, flags, result)
      }
    }
    table.pointee.xFullPathname = { vfs, path, count, out in
      guard let self = FaultVFS.of(vfs) else { return SQLITE_MISUSE }
      return self.passing(self.judge(.fullPath, .other)) {
        self.base.pointee.xFullPathname(self.base, path, count, out)
      }
    }
    table.pointee.xRandomness = { vfs, count, out in
      guard let base = FaultVFS.of(vfs)?.base else { return 0 }
      return base.pointee.xRandomness(base, count, out)
    }
    table.pointee.xSleep = { vfs, microseconds in
      guard let base = FaultVFS.of(vfs)?.base else { return 0 }
      return base.pointee.xSleep(base, microseconds)
    }
    table.pointee.xCurrentTime = { vfs, out in
      guard let base = FaultVFS.of(vfs)?.base else { return SQLITE_MISUSE }
      return base.pointee.xCurrentTime(base, out)
    }
    table.pointee.xGetLastError = { vfs, count, out in
      guard let base = FaultVFS.of(vfs)?.base, let ask = base.pointee.xGetLastError else {
        return 0
      }
      return ask(base, count, out)
    }
    table.pointee.xCurrentTimeInt64 = { vfs, out in
      guard let base = FaultVFS.of(vfs)?.base, base.pointee.iVersion >= 2,
        let ask = base.pointee.xCurrentTimeInt64
      else { return SQLITE_ERROR }
      return ask(base, out)
    }
    let code = sqlite3_vfs_register(table, 0)
    precondition(code == SQLITE_OK, "A VFS cannot be registered: \(code).")
  }

  static func of(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> FaultVFS? {
    guard let context = vfs?.pointee.pAppData else { return nil }
    return Unmanaged<FaultVFS>.fromOpaque(context).takeUnretainedValue()
  }

  private func delete(_ path: UnsafePointer<CChar>, syncsFolder: Int32) -> Int32 {
    let name = String(cString: path)
    let verdict = judge(.delete, FileRole(path: name), detail: syncsFolder)
    return passing(verdict) {
      let code = base.pointee.xDelete(base, path, syncsFolder)
      if code == SQLITE_OK { record(.delete(path: name, syncsFolder: syncsFolder != 0)) }
      return code
    }
  }

  /// Applies the verdict on a call of SQLite: makes the call, returns an error without it, or kills
  /// the process before or after it.
  func passing(_ verdict: Verdict, _ call: () -> Int32) -> Int32 {
    switch verdict {
    case .pass: return call()
    case .fail(let code), .failShort(_, let code): return code
    case .kill: Self.killProcess()
    case .killAfter:
      _ = call()
      Self.killProcess()
    }
  }

  /// Applies the verdict to a call that releases something. If the verdict is a failure, the call
  /// is made nevertheless, and the error is returned.
  func passingAlways(_ verdict: Verdict, _ call: () -> Int32) -> Int32 {
    switch verdict {
    case .fail(let code), .failShort(_, let code):
      _ = call()
      return code
    default: return passing(verdict, call)
    }
  }
}
