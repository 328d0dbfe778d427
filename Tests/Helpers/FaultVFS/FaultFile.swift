import CSQLite

/// An open file that passes SQLite's calls to the file of the underlying VFS.
///
/// SQLite allocates the memory of an open file. This memory begins with a header of 16 bytes, the
/// pointers to the function table and to this object. The `sqlite3_file` of the underlying VFS
/// follows the header.
final class FaultFile {
  static let headerSize = 16

  let vfs: FaultVFS
  let inner: UnsafeMutablePointer<sqlite3_file>
  let role: FaultVFS.FileRole
  let path: String

  private init(
    vfs: FaultVFS, inner: UnsafeMutablePointer<sqlite3_file>, role: FaultVFS.FileRole, path: String
  ) {
    self.vfs = vfs
    self.inner = inner
    self.role = role
    self.path = path
  }

  static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> FaultFile? {
    guard let file,
      let context = UnsafeMutableRawPointer(file).load(
        fromByteOffset: 8, as: UnsafeMutableRawPointer?.self)
    else { return nil }
    return Unmanaged<FaultFile>.fromOpaque(context).takeUnretainedValue()
  }

  static func open(
    _ path: UnsafePointer<CChar>?, on vfs: FaultVFS, at file: UnsafeMutablePointer<sqlite3_file>,
    flags: Int32, outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    let memory = UnsafeMutableRawPointer(file)
    // Until the file is open, its function table is `nil`, so that SQLite doesn't call `xClose`.
    memory.storeBytes(of: nil, as: UnsafeRawPointer?.self)
    memory.storeBytes(of: nil, toByteOffset: 8, as: UnsafeRawPointer?.self)
    let role = FaultVFS.FileRole(openFlags: flags)
    let name = path.map { String(cString: $0) } ?? ""
    let inner = (memory + headerSize).assumingMemoryBound(to: sqlite3_file.self)
    inner.pointee.pMethods = nil
    let verdict = vfs.judge(.open, role, detail: flags)
    let code = vfs.passing(verdict) {
      vfs.base.pointee.xOpen(vfs.base, path, inner, flags, outFlags)
    }
    guard code == SQLITE_OK else {
      if let methods = inner.pointee.pMethods { _ = methods.pointee.xClose(inner) }
      return code
    }
    let object = FaultFile(vfs: vfs, inner: inner, role: role, path: name)
    memory.storeBytes(
      of: Unmanaged.passRetained(object).toOpaque(), toByteOffset: 8, as: UnsafeRawPointer?.self)
    memory.storeBytes(of: UnsafeRawPointer(functions), as: UnsafeRawPointer?.self)
    vfs.record(.open(path: name, role: role, creates: flags & SQLITE_OPEN_CREATE != 0))
    return code
  }

  /// Closes the underlying file and releases this object.
  func close() -> Int32 {
    let verdict = vfs.judge(.close, role)
    let code = vfs.passingAlways(verdict) { inner.pointee.pMethods.pointee.xClose(inner) }
    Unmanaged.passUnretained(self).release()
    return code
  }

  func write(_ bytes: UnsafeRawPointer, count: Int32, offset: Int64) -> Int32 {
    let verdict = vfs.judge(.write, role, offset: offset, count: Int(count))
    switch verdict {
    case .failShort(let short, let code):
      _ = pass(bytes, count: min(count, Int32(short)), offset: offset)
      return code
    case .killAfter(let short):
      _ = pass(bytes, count: min(count, Int32(short)), offset: offset)
      FaultVFS.killProcess()
    default:
      return vfs.passing(verdict) { pass(bytes, count: count, offset: offset) }
    }
  }

  private func pass(_ bytes: UnsafeRawPointer, count: Int32, offset: Int64) -> Int32 {
    guard count > 0 else { return SQLITE_OK }
    let code = inner.pointee.pMethods.pointee.xWrite(inner, bytes, count, offset)
    if code == SQLITE_OK {
      let buffer = UnsafeRawBufferPointer(start: bytes, count: Int(count))
      vfs.record(.write(path: path, offset: Int(offset), bytes: [UInt8](buffer)))
    }
    return code
  }

  func truncate(to size: Int64) -> Int32 {
    vfs.passing(vfs.judge(.truncate, role, offset: size)) {
      let code = inner.pointee.pMethods.pointee.xTruncate(inner, size)
      if code == SQLITE_OK { vfs.record(.truncate(path: path, size: Int(size))) }
      return code
    }
  }

  func sync(flags: Int32) -> Int32 {
    vfs.passing(vfs.judge(.sync, role, detail: flags)) {
      let code = inner.pointee.pMethods.pointee.xSync(inner, flags)
      if code == SQLITE_OK { vfs.record(.sync(path: path)) }
      return code
    }
  }
}
