extension FaultVFS {
  /// Kills the process with SIGKILL at the call of SQLite with this ordinal, which
  /// ``operationCount`` counts.
  package func killProcess(at ordinal: Int) {
    setHook { $0.ordinal == ordinal ? .kill : .pass }
  }

  /// Makes the call with this ordinal fail, and if `sticky` is `true`, also all calls after it.
  ///
  /// The result code depends on the kind of call. See ``verdict(on:as:)``.
  package func fail(at ordinal: Int, as fault: Fault, sticky: Bool = false) {
    setHook { operation in
      let isDue = sticky ? operation.ordinal >= ordinal : operation.ordinal == ordinal
      return isDue ? Self.verdict(on: operation, as: fault) : .pass
    }
  }

  /// The cause of failed calls, which determines the calls that fail and their result codes.
  package enum Fault: String, Sendable, Hashable, CaseIterable {
    /// Each call fails with the I/O error that SQLite's own VFS reports for it.
    case inputOutput

    /// Calls that need space on the disk fail. A write fails after it has written the first half of
    /// its bytes.
    case diskFull

    /// Calls that open, read, write, truncate, sync, delete or lock a file fail, as when the system
    /// protects the files of a locked device.
    case noAccess
  }

  /// Returns the way in which a call fails because of `fault`; `pass` if the fault doesn't affect
  /// this kind of call.
  package static func verdict(on operation: Operation, as fault: Fault) -> Verdict {
    switch fault {
    case .inputOutput: operation.kind.inputOutputError.map { .fail($0) } ?? .pass
    case .diskFull:
      switch operation.kind {
      case .write: .failShort(bytes: operation.count / 2, ResultCodes.full)
      case .shmMap: .fail(ResultCodes.shmSize)
      case .open where operation.role == .journal || operation.role == .wal:
        .fail(ResultCodes.cannotOpen)
      default: .pass
      }
    case .noAccess:
      switch operation.kind {
      case .open: .fail(ResultCodes.cannotOpen)
      case .read, .write, .truncate, .sync, .delete, .lock: .fail(ResultCodes.authorization)
      default: .pass
      }
    }
  }
}

/// SQLite's result codes, from <https://www.sqlite.org/rescode.html>. SQLite defines the extended
/// codes as macros with shifts, which Swift doesn't import on every platform.
enum ResultCodes {
  static let full: Int32 = 13
  static let cannotOpen: Int32 = 14
  static let authorization: Int32 = 23
  static let shmSize = ioError(19)

  static func ioError(_ detail: Int32) -> Int32 { 10 | (detail << 8) }
}

extension FaultVFS.Operation.Kind {
  /// The error that SQLite's own VFS reports if the system call behind this kind of call fails;
  /// `nil` if this kind of call has no such error.
  package var inputOutputError: Int32? {
    switch self {
    case .open: ResultCodes.cannotOpen
    case .delete: ResultCodes.ioError(10)
    case .access: ResultCodes.ioError(13)
    case .fullPath: ResultCodes.cannotOpen
    case .close: ResultCodes.ioError(16)
    case .read: ResultCodes.ioError(1)
    case .write: ResultCodes.ioError(3)
    case .truncate: ResultCodes.ioError(6)
    case .sync: ResultCodes.ioError(4)
    case .fileSize: ResultCodes.ioError(7)
    case .lock: ResultCodes.ioError(15)
    case .unlock: ResultCodes.ioError(8)
    case .checkReservedLock: ResultCodes.ioError(14)
    case .shmMap: ResultCodes.ioError(21)
    case .shmLock: ResultCodes.ioError(20)
    case .fetch: ResultCodes.ioError(24)
    case .fileControl, .shmUnlock, .shmBarrier, .shmUnmap, .unfetch: nil
    }
  }
}
