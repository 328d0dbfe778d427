extension FaultVFS {
  /// The file of a database that a call operates on.
  package enum FileRole: String, Sendable, Hashable, CaseIterable {
    case database, wal, journal

    /// The `-shm` file of a WAL database, which SQLite maps into memory.
    case sharedMemory

    /// Temporary files and statement journals.
    case other

    static let openFlags: [(flag: Int32, role: FileRole)] = [
      (0x100, .database), (0x800, .journal), (0x80000, .wal),
    ]

    /// Derives the role from the `SQLITE_OPEN_…` flags.
    init(openFlags: Int32) {
      self = Self.openFlags.first { openFlags & $0.flag != 0 }?.role ?? .other
    }

    /// Derives the role from the name of the file.
    init(path: String) {
      self =
        path.hasSuffix("-wal")
        ? .wal
        : path.hasSuffix("-journal") ? .journal : path.hasSuffix("-shm") ? .sharedMemory : .database
    }
  }

  /// A call that SQLite makes, before it is passed to the underlying VFS.
  package struct Operation: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      // Calls of the VFS itself, which are about a path.
      case open, delete, access, fullPath
      // Calls of an open file.
      case close, read, write, truncate, sync, fileSize
      case lock, unlock, checkReservedLock, fileControl
      // Calls of a file's shared memory.
      case shmMap, shmLock, shmUnlock, shmBarrier, shmUnmap
      // Calls of a file's memory map. With memory mapping off, SQLite still calls `unfetch` in each
      // checkpoint, after it has read the header of the WAL and before it copies the pages.
      case fetch, unfetch

      /// Whether a call of this kind can change a file or its folder.
      package var changesDisk: Bool {
        switch self {
        case .open, .delete, .write, .truncate, .sync: true
        default: false
        }
      }
    }

    /// The number of the call among all calls of the VFS since it was made or reset, counted from
    /// 1.
    package let ordinal: Int
    package let kind: Kind
    package let role: FileRole

    /// The offset of `read`, `write`, `fetch` and `unfetch`, the new size of `truncate`, the region
    /// of `shmMap`, or the first lock of `shmLock` and `shmUnlock`. It is 0 for other kinds of
    /// call.
    package let offset: Int64

    /// The number of bytes of `read`, `write`, `fetch` and `shmMap`, or the number of locks of
    /// `shmLock` and `shmUnlock`. It is 0 for other kinds of call.
    package let count: Int

    /// The flags of `open`, `access`, `sync`, `shmLock` and `shmUnlock`, the level of `lock` and
    /// `unlock`, or the code of `fileControl`.
    ///
    /// It is 1 for a `delete` that syncs the folder, a `shmMap` that extends the memory, and a
    /// `shmUnmap` that deletes it. It is 0 for other calls.
    package let detail: Int32
  }

  /// The result of the hook for a call of SQLite.
  package enum Verdict: Sendable, Hashable {
    /// The call is passed to the underlying VFS.
    case pass

    /// The call is not passed to the underlying VFS and returns this result code, extended or not.
    ///
    /// Calls that release something (`close`, `unlock`, `shmUnlock`, `shmUnmap`, `unfetch`) are
    /// passed and then return the code, because the system releases even if it reports an error.
    /// `shmBarrier` has no result code, so it cannot fail.
    case fail(Int32)

    /// A `write` writes its first `bytes` and then fails with the result code, as on a disk that
    /// becomes full. Any other call fails as with ``fail(_:)``.
    case failShort(bytes: Int, Int32)

    /// The process is killed with SIGKILL before the call is passed to the underlying VFS.
    case kill

    /// A `write` writes its first `bytes`, and any other call is passed to the underlying VFS. Then
    /// the process is killed with SIGKILL.
    case killAfter(bytes: Int)
  }

  /// An operation in a recording, added when the operation has succeeded. Paths are as SQLite
  /// passed them.
  package enum Event: Sendable {
    /// A file was opened. `creates` is `true` if SQLite allowed the file to be missing.
    case open(path: String, role: FileRole, creates: Bool)
    case write(path: String, offset: Int, bytes: [UInt8])
    case truncate(path: String, size: Int)

    /// All changes of this file that precede the event are durable after it. If `open` created a
    /// journal or WAL, its first sync also syncs the folder (`unixSync` in SQLite's os_unix.c).
    case sync(path: String)
    case delete(path: String, syncsFolder: Bool)

    /// A file that was renamed without SQLite, added by ``FaultVFS/note(_:)``.
    case move(path: String, to: String)

    /// A sync of the folder without SQLite, added by ``FaultVFS/note(_:)``.
    case syncFolder

    /// A mark of the test in the recording, added by ``FaultVFS/mark(_:)``.
    case mark(Int)
  }
}
