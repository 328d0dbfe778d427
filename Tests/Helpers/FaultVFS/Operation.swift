extension FaultVFS {
  /// The file of a database that a call operates on.
  package enum FileRole: String, Sendable, Hashable, CaseIterable {
    case database, wal, journal

    /// The `-shm` file of a WAL database, as memory.
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
      // Calls of the VFS.
      case open, delete, access, fullPath
      // Calls of a file.
      case close, read, write, truncate, sync, fileSize
      case lock, unlock, checkReservedLock, fileControl
      // Calls of its shared memory.
      case shmMap, shmLock, shmUnlock, shmBarrier, shmUnmap
      // Calls of its memory map. Without mmap, SQLite also calls `unfetch` in the middle of a
      // checkpoint, after it has read the header of the WAL and before it copies the pages.
      case fetch, unfetch

      /// Whether the call changes the disk.
      package var changesDisk: Bool {
        switch self {
        case .open, .delete, .write, .truncate, .sync: true
        default: false
        }
      }
    }

    /// The position of the call, counted from 1.
    package let ordinal: Int
    package let kind: Kind
    package let role: FileRole

    /// The offset of `read` and `write`, the new size of `truncate`, the region of `shmMap`, or the
    /// first lock of `shmLock`; otherwise, 0.
    package let offset: Int64

    /// The number of bytes or locks; otherwise, 0.
    package let count: Int

    /// The flags of `open`, `access`, `sync` and `shmLock`, the level of `lock`, the code of
    /// `fileControl`, or whether `delete` syncs the folder; otherwise, 0.
    package let detail: Int32
  }

  /// The fate of a call.
  package enum Verdict: Sendable, Hashable {
    /// The call is passed to the underlying VFS.
    case pass

    /// The call is not made and returns this result code, extended or not. Calls that release
    /// something (`close`, `unlock`, `shmUnlock`, `shmUnmap`) are made nevertheless, because the
    /// system would make them. `shmBarrier` cannot fail.
    case fail(Int32)

    /// A `write` writes its first bytes and then fails, as on a disk that becomes full. Any other
    /// call is not made and fails.
    case failShort(bytes: Int, Int32)

    /// The process is killed with SIGKILL before the call.
    case kill

    /// A `write` writes its first bytes, then the process is killed with SIGKILL. Any other call is
    /// made first.
    case killAfter(bytes: Int)
  }

  /// The events of a recording, in order, added after each operation. Paths are as SQLite passed
  /// them.
  package enum Event: Sendable {
    /// `creates` is set if SQLite allows the file to be missing.
    case open(path: String, role: FileRole, creates: Bool)
    case write(path: String, offset: Int, bytes: [UInt8])
    case truncate(path: String, size: Int)

    /// All earlier changes of this file are durable now. The first sync of a journal or WAL that
    /// its `open` created also syncs the folder (`unixSync` in SQLite's os_unix.c).
    case sync(path: String)
    case delete(path: String, syncsFolder: Bool)

    /// Not made by SQLite: added by ``FaultVFS/note(_:)``.
    case move(path: String, to: String)
    case syncFolder

    /// Added by ``FaultVFS/mark(_:)``.
    case mark(Int)
  }
}
