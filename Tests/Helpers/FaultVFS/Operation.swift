extension FaultVFS {
  /// Which of a database's files a call is about.
  package enum FileRole: String, Sendable, Hashable, CaseIterable {
    case database, wal, journal

    /// The `-shm` file of a WAL database, as memory.
    case sharedMemory

    /// Temporary files and statement journals.
    case other

    static let openFlags: [(flag: Int32, role: FileRole)] = [
      (0x100, .database), (0x800, .journal), (0x80000, .wal),
    ]

    /// By `SQLITE_OPEN_…` flags.
    init(openFlags: Int32) {
      self = Self.openFlags.first { openFlags & $0.flag != 0 }?.role ?? .other
    }

    /// By a file's name.
    init(path: String) {
      self =
        path.hasSuffix("-wal")
        ? .wal
        : path.hasSuffix("-journal") ? .journal : path.hasSuffix("-shm") ? .sharedMemory : .database
    }
  }

  /// A call that SQLite makes, before it is passed on.
  package struct Operation: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      // Of the VFS.
      case open, delete, access, fullPath
      // Of a file.
      case close, read, write, truncate, sync, fileSize
      case lock, unlock, checkReservedLock, fileControl
      // Of its shared memory.
      case shmMap, shmLock, shmUnlock, shmBarrier, shmUnmap
      // Of its memory map. `unfetch` is also called, with mmap off, in the middle of a checkpoint:
      // after the log's header was read and before its pages are copied.
      case fetch, unfetch

      /// Whether it changes what is on the disk.
      package var changesDisk: Bool {
        switch self {
        case .open, .delete, .write, .truncate, .sync: true
        default: false
        }
      }
    }

    /// Counts from 1.
    package let ordinal: Int
    package let kind: Kind
    package let role: FileRole

    /// Of `read`, `write`, `truncate` (the new size), `shmMap` (the region), `shmLock` (the first
    /// lock); else 0.
    package let offset: Int64

    /// Bytes, or locks; else 0.
    package let count: Int

    /// Flags of `open`, `access`, `sync`, `shmLock`; the level of `lock`; the code of `fileControl`;
    /// whether `delete` syncs the folder; else 0.
    package let detail: Int32
  }

  /// What becomes of a call.
  package enum Verdict: Sendable, Hashable {
    /// It is passed on.
    case pass

    /// It is not passed on and gives this result code, extended or not. What lets go of something
    /// (`close`, `unlock`, `shmUnlock`, `shmUnmap`) is passed on all the same: the system would.
    /// `shmBarrier` cannot fail.
    case fail(Int32)

    /// Of a `write` the first bytes are written, then it fails: a disk that became full. Any other
    /// call just fails.
    case failShort(bytes: Int, Int32)

    /// The process ends by SIGKILL, the call not made.
    case kill

    /// Of a `write` the first bytes are written, then the process ends by SIGKILL. Any other call
    /// is made, then it ends.
    case killAfter(bytes: Int)
  }

  /// What a recording holds, in order, once it has happened. Paths are as SQLite gave them.
  package enum Event: Sendable {
    /// `creates`: SQLite asked for a file that need not be there yet.
    case open(path: String, role: FileRole, creates: Bool)
    case write(path: String, offset: Int, bytes: [UInt8])
    case truncate(path: String, size: Int)

    /// All that was done to this file is durable now. The first one of a journal or log that was
    /// made by its `open` also syncs the folder (`unixSync` in SQLite's os_unix.c).
    case sync(path: String)
    case delete(path: String, syncsFolder: Bool)

    /// Nothing of SQLite's: put there by ``FaultVFS/note(_:)``.
    case move(path: String, to: String)
    case syncFolder

    /// Put there by ``FaultVFS/mark(_:)``.
    case mark(Int)
  }
}
