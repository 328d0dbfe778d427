import NavStorePlatform
import NavStoreSQLite

extension NavStore {
  /// An error of a store. An error never removes saved data.
  ///
  /// Every call that reads the file can throw `busy`, `fileUnusable` and `closed`. A call that
  /// changes the file can also throw `diskFull`, and an `async` call `cancelled`; ``flush()``,
  /// ``suspend()`` and `close()` don't throw `cancelled`. The documentation of a function lists the
  /// codes to expect.
  ///
  /// The texts of an error never contain a route, a key or a value, because errors are logged.
  public struct Error: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the error.
    public var code: Code { reason.code }

    /// The reason and the remedy, for developers.
    public var message: String {
      guard let recoverySuggestion else { return details.text }
      return details.text + (details.text.hasSuffix(".") ? " " : ". ") + recoverySuggestion
    }

    /// The reason of the error, which is more exact than ``code``.
    package var reason: Reason { details.reason }

    /// The extended result code, if SQLite reported the error.
    package var sqliteCode: Int32? { details.sqliteCode }

    /// All parts of the error as one reference. Nearly every function of the library passes errors
    /// on, and would otherwise copy the parts one by one.
    private let reference: Reference

    @inline(never)
    package init(_ reason: Reason, _ text: String, sqliteCode: Int32? = nil) {
      reference = .details(reason, text, sqliteCode: sqliteCode)
    }

    /// Whether the same call may succeed later.
    public var isRetriable: Bool {
      if let sqliteCode, reason != .eraseUnfinished {
        return ResultCode(rawValue: sqliteCode).isTemporary
      }
      return switch reason {
      case .busy, .diskFull, .inputOutput, .eraseUnfinished, .limitReached, .cancelled: true
      default: false
      }
    }

    /// The code and the message.
    public var description: String { "NavStore.Error.\(code.name): \(message)" }

    /// The reason of the error in English, without ``recoverySuggestion``.
    public var errorDescription: String? { details.text }

    /// A sentence that suggests a remedy to the user, in English; `nil` if only the app's code can
    /// solve the problem.
    public var recoverySuggestion: String? {
      switch reason {
      case .busy, .limitReached: "Try again in a moment."
      case .diskFull: "Free some space and try again."
      case .inputOutput: "Unlock the device or check the disk, and try again."
      case .readOnly, .unreadable:
        "Check the file, its folder and their permissions, and try again."
      case .networkVolume: "Move the file to a disk of this machine."
      case .newerStore: "Update the app."
      case .notAStore: "Use another file name."
      case .damaged, .database:
        "Quit the app and open it again: the file is repaired if it is damaged."
      case .eraseUnfinished: "Try again later. Until then the rest is erased when the app is idle."
      default: nil
      }
    }
  }
}

extension NavStore.Error {
  private indirect enum Reference: Hashable, Sendable {
    case details(Reason, String, sqliteCode: Int32?)
  }

  private var details: (reason: Reason, text: String, sqliteCode: Int32?) {
    switch reference {
    case .details(let reason, let text, let sqliteCode): (reason, text, sqliteCode)
    }
  }

  /// The kind of an error. Later versions may add kinds.
  public struct Code: Hashable, Sendable {
    package let name: String

    /// A name, a query, a value or a route is not valid or is too large.
    ///
    /// ``NavStore/saveFailures`` and a router's `problem` also report this code, once for a screen,
    /// if item state was set on a screen without an item. Such a screen is the root screen, a
    /// forgotten screen, or a screen that is not stored or not in the history. The `problem` of
    /// routers also has this code while a turn stays open for more than two seconds. The turn stays
    /// open because the main thread is busy, or because its loop needs `NavMainLoop.use`.
    public static let invalidArgument = Code(name: "invalidArgument")
    /// A route or a value can't be encoded or decoded.
    ///
    /// With ``NavUndecodablePolicy/fail``, a restore also throws this code if routes of the stack
    /// can't be restored.
    public static let codingFailed = Code(name: "codingFailed")
    /// A route can't be stored because of its type.
    ///
    /// The possible causes are:
    /// - The type has no stable name: it is local, private or generic, and its
    ///   ``NavElement/coding`` gives no name.
    /// - Another type has the same stored name.
    /// - The stack is in use with another type of elements.
    /// - The coding of mixed elements doesn't name the type.
    public static let unsupportedRoute = Code(name: "unsupportedRoute")
    /// The file is damaged, is newer than the app, is not a store, is on a network volume, or can't
    /// be read or written. Or the program's SQLite is older than 3.39.
    ///
    /// The message contains the cause. A file that isn't a store, or is newer than the app, is not
    /// changed. If an open store throws this code for damage, close the store and open it again:
    /// the file is then checked, and repaired or quarantined. The error is retriable if the device
    /// is locked or the disk failed. It is also retriable if SQLite was stopped after far more work
    /// than an intact file takes.
    public static let fileUnusable = Code(name: "fileUnusable")
    /// The file was deleted or replaced while the store was open.
    ///
    /// ``NavStore/saveFailures`` reports this code. The live stacks are saved to the file that is
    /// at the path, or to a new file. The history, and all back/forward entries except the current
    /// one, are only in the old file.
    public static let fileReplaced = Code(name: "fileReplaced")
    /// The disk or the quota is full.
    public static let diskFull = Code(name: "diskFull")
    /// Another process held a lock on the file for longer than the call waits: see
    /// ``NavStore/Configuration/busyTimeout``.
    public static let busy = Code(name: "busy")
    /// Queries no longer find the data, but its bytes are still in the file, because another
    /// process or the disk prevented the erasure.
    public static let eraseUnfinished = Code(name: "eraseUnfinished")
    /// The store is closed, or the account was erased. The windows of an erased account work in
    /// memory.
    public static let closed = Code(name: "closed")
    /// The task was cancelled.
    public static let cancelled = Code(name: "cancelled")
  }

  /// The reasons that the library and its tests distinguish within a ``Code``. The only or usual
  /// reason of a code has the name of the code.
  package enum Reason: String, Sendable {
    case invalidArgument, notStored, noMainLoop
    case codingFailed, unrestorable
    case unsupportedRoute
    case damaged, newerStore, notAStore, unreadable, readOnly, networkVolume, oldLibrary
    case inputOutput, limitReached, database
    case fileReplaced, diskFull, busy, eraseUnfinished
    case closed, accountErased
    case cancelled

    package var code: Code {
      switch self {
      case .notStored, .noMainLoop: .invalidArgument
      case .unrestorable: .codingFailed
      case .damaged, .newerStore, .notAStore, .unreadable, .readOnly, .networkVolume, .oldLibrary,
        .inputOutput, .limitReached, .database:
        .fileUnusable
      case .accountErased: .closed
      case .invalidArgument, .codingFailed, .unsupportedRoute, .fileReplaced, .diskFull, .busy,
        .eraseUnfinished, .closed, .cancelled:
        Code(name: rawValue)
      }
    }
  }
}

extension NavStore.Error {
  /// Converts any error to a `NavStore.Error`.
  init(_ error: any Swift.Error) {
    switch error {
    case let error as NavStore.Error: self = error
    case let error as SQLiteError: self.init(error)
    case OpenRefusal.foreign(let id):
      self.init(.notAStore, "The database belongs to another application (id \(id)).")
    case OpenRefusal.newer(let version):
      self.init(
        .newerStore, "A later version of NavStore wrote this file (schema \(version)).")
    case OpenRefusal.readOnly: self.init(.readOnly, "The file or its volume is read-only.")
    case OpenRefusal.oldLibrary(let version):
      self.init(
        .oldLibrary,
        """
        The program's SQLite is \(version), and NavStore needs 3.39 or later. Link another one, or enable the \
        package trait SystemSQLite.
        """)
    case OpenRefusal.moved:
      self.init(.fileReplaced, "The file was deleted or replaced. Open the store again.")
    case WorkStopped.limit:
      self.init(.limitReached, "SQLite was stopped: the file makes it work without end.")
    case WorkStopped.cancelled:
      self.init(.cancelled, "The task was cancelled. Call again to finish.")
    default: self.init(.database, "\(error)")
    }
  }

  private init(_ error: SQLiteError) {
    let reason: Reason =
      switch error.code.primary {
      case _ where error.code.isDamage: .damaged
      case .busy, .locked: .busy
      case .full: .diskFull
      // IOERR_SHMSIZE: there is no space for the shared-memory file.
      case .ioError where error.code.rawValue == 10 | 19 << 8: .diskFull
      case .ioError, .authorization: .inputOutput
      case .readOnly: .readOnly
      case .cannotOpen, .permission: .unreadable
      // A store refuses values that are too large before it writes them, so SQLite has read this
      // value from the file.
      case .tooBig: .limitReached
      default: .database
      }
    self.init(reason, "\(error)", sqliteCode: error.code.rawValue)
  }

  /// Runs `body`, and converts any error that it throws to a `NavStore.Error`.
  static func wrapping<T>(_ body: () throws -> T) throws(NavStore.Error) -> T {
    do {
      return try body()
    } catch {
      throw NavStore.Error(error)
    }
  }

  package static let closed = NavStore.Error(.closed, "The store was closed. Open another one.")

  /// Returns an error with the code `invalidArgument`.
  static func invalid(_ text: String) -> NavStore.Error { NavStore.Error(.invalidArgument, text) }

  static let tooManyValues = invalid(
    "An owner has at most \(ValueTable.mostOfOwner) values. Remove one, or save several values as one."
  )

  static let notInHistory = invalid(
    "The route has no item in the history, so it has no values. Show it first in a stack that is saved."
  )

  static let noItem = invalid(
    """
    Item state was set on a screen without an item, and stays in memory. Set it on a screen that is \
    stored and in the history.
    """)

  static let noMainLoop = NavStore.Error(
    .noMainLoop,
    """
    A turn of the main loop has not ended for two seconds. If the loop doesn't drain Dispatch's main \
    queue, connect it with NavMainLoop.use; in an async main, await router.flush() before you block.
    """)

  package static let accountErased = NavStore.Error(
    .accountErased,
    "The account was erased, so nothing of it is saved. Use a router of the account that is signed in."
  )

  static func tooDeep(limit: Int) -> NavStore.Error {
    .invalid("The stack has more routes than the limit of \(limit). Remove some.")
  }

  static func duplicateRouteTag(_ tag: String) -> NavStore.Error {
    NavStore.Error(
      .unsupportedRoute,
      "Two types of routes have the stored name \"\(tag)\". Give one of them a name in its coding.")
  }
}
