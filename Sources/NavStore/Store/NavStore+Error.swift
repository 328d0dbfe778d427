import NavStorePlatform
import NavStoreSQLite

extension NavStore {
  /// What went wrong. Nothing that was saved before is lost by any error.
  ///
  /// Every call that reads the file can throw `busy`, `unreadable`, `inputOutput`, `damaged`,
  /// `limitReached`, `database` and `closed`, one that changes it also `diskFull` and `readOnly`,
  /// an `async` one also `cancelled`, except ``flush()``, ``suspend()`` and `close()`. The
  /// documentation of a function names the codes to expect, and all that its arguments can cause.
  ///
  /// Its text never contains a route, a key or a value: errors end up in logs.
  public struct Error: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure; compare this.
    public var code: Code { details.code }

    /// What happened, for a developer to read.
    public var message: String { details.message }

    /// SQLite's extended result code, if SQLite reported the failure.
    package var sqliteCode: Int32? { details.sqliteCode }

    /// With code `unrestorable`: the routes that cannot be restored.
    public var losses: [Loss] { details.losses }

    /// With code `eraseUnfinished`: what was forgotten.
    public var removal: Removal? { details.removal }

    /// One reference: nearly every function here hands errors on, and would move each part.
    private let details: Details

    @inline(never)
    package init(
      _ code: Code, _ message: String, sqliteCode: Int32? = nil, losses: [Loss] = [],
      removal: Removal? = nil
    ) {
      details = Details(code, message, sqliteCode: sqliteCode, losses: losses, removal: removal)
    }

    /// Whether the same call may work when it is made again: another process had the file locked,
    /// the disk was full, the device was locked, its task was cancelled. After `eraseUnfinished`
    /// that call is ``finishErasing()``.
    public var isRetriable: Bool {
      if let sqliteCode, code != .eraseUnfinished {
        return FaultResponse(ResultCode(rawValue: sqliteCode)) == .retry
      }
      return [.busy, .diskFull, .inputOutput, .eraseUnfinished, .limitReached, .cancelled].contains(
        code)
    }

    /// The code and the message.
    public var description: String {
      "NavStore.Error.\(code): \(message)"
    }
  }
}

extension NavStore.Error {
  private final class Details: Hashable, Sendable {
    let code: Code
    let message: String
    let sqliteCode: Int32?
    let losses: [NavStore.Loss]
    let removal: NavStore.Removal?

    init(
      _ code: Code, _ message: String, sqliteCode: Int32?, losses: [NavStore.Loss],
      removal: NavStore.Removal?
    ) {
      self.code = code
      self.message = message
      self.sqliteCode = sqliteCode
      self.losses = losses
      self.removal = removal
    }

    static func == (a: Details, b: Details) -> Bool {
      a.code == b.code && a.message == b.message && a.sqliteCode == b.sqliteCode
        && a.losses == b.losses && a.removal == b.removal
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(code)
      hasher.combine(message)
    }
  }

  /// The kind of a failure. More may come in later versions.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private let name: String

    package init(name: String) {
      self.name = name
    }

    /// The name, as in `invalidKey`.
    public var description: String { name }

    /// A key that is empty if it may not be, or longer than 512 bytes.
    public static let invalidKey = Code(name: "invalidKey")
    /// A negative limit; a cursor that another query, or the same with another filter, gave; a search
    /// text of more than 512 bytes or 16 words.
    public static let invalidQuery = Code(name: "invalidQuery")
    /// A route whose stored form is over ``NavStore/Limits/payloadBytes``.
    public static let payloadTooLarge = Code(name: "payloadTooLarge")
    /// A stack over ``NavStore/Limits/stackDepth``.
    public static let stackTooDeep = Code(name: "stackTooDeep")
    /// A value over ``NavStore/Limits/valueBytes``.
    public static let valueTooLarge = Code(name: "valueTooLarge")
    /// A value whose `encode(to:)` threw, or whose JSON is nested more than 64 deep.
    public static let encodingFailed = Code(name: "encodingFailed")
    /// A stored value that does not decode as the type asked for.
    public static let decodingFailed = Code(name: "decodingFailed")
    /// A stack with losses, under ``NavStore/RestorePolicy/Salvage/fail``.
    public static let unrestorable = Code(name: "unrestorable")
    /// A local, private or generic route type whose
    /// ``NavStore/Route/routeForm`` names no tag.
    public static let unstableRouteTag = Code(name: "unstableRouteTag")
    /// Two route types under one tag in one store.
    public static let duplicateRouteTag = Code(name: "duplicateRouteTag")
    /// A stack that is in use with another route type, or with other ``NavStore/Routes``.
    public static let routeTypeMismatch = Code(name: "routeTypeMismatch")
    /// A route of a type that the mixed ``NavStore/Routes`` asked to store it do not name.
    public static let unregisteredRoute = Code(name: "unregisteredRoute")
    /// The file is a folder.
    public static let isDirectory = Code(name: "isDirectory")
    /// The file cannot be read, or its folder cannot be made.
    public static let unreadable = Code(name: "unreadable")
    /// The file is on a network volume: see ``NavStore/Configuration/allowsNetworkVolumes``.
    public static let networkVolume = Code(name: "networkVolume")
    /// The file, its folder or its volume is read-only.
    public static let readOnly = Code(name: "readOnly")
    /// The file is damaged or not a database, or has another schema than ours. Thrown in use, it
    /// also has the next opening of the file check it, repair its indexes, or set it aside: close the
    /// store and open it anew.
    public static let damaged = Code(name: "damaged")
    /// A file that shows no sign of having been a store, a database or not; or a name that belongs to
    /// another store's log or journal. Nothing is changed.
    public static let notAStore = Code(name: "notAStore")
    /// A store of a later version of this library.
    public static let newerStore = Code(name: "newerStore")
    /// The work took far more steps than a sound file asks for, or met a row larger than
    /// ``NavStore/Limits`` allow, and was stopped. The file is left as it is.
    public static let limitReached = Code(name: "limitReached")
    /// The task that asked was cancelled before a long piece of work was done.
    public static let cancelled = Code(name: "cancelled")
    /// Another process kept the file locked for longer than the timeout.
    public static let busy = Code(name: "busy")
    /// The disk, or the quota, is full.
    public static let diskFull = Code(name: "diskFull")
    /// The disk failed, or the device is locked.
    public static let inputOutput = Code(name: "inputOutput")
    /// Forgotten, not yet erased: what was asked for is gone from all that the store answers, but
    /// another process, or the disk, kept its bytes from being taken out of the file.
    public static let eraseUnfinished = Code(name: "eraseUnfinished")
    /// The account signed out with ``NavStore/Scope/account(_:signingOut:)``, after the router was made
    /// that is asked to save: it works in memory.
    public static let accountErased = Code(name: "accountErased")
    /// The store was closed.
    public static let closed = Code(name: "closed")
    /// Anything else that SQLite reports.
    public static let database = Code(name: "database")

    /// The file was deleted or replaced while the store was open. In ``NavStore/saveFailures``: the
    /// store goes on in the file that is at its path by then, or makes one, with the stacks that are
    /// live; back/forward entries and history were in the file that is gone.
    public static let moved = Code(name: "moved")

    /// Item state was set on a screen that has no item: the root screen, a route that is not stored or
    /// is no history, or a screen that was forgotten. Never thrown: in ``NavStore/saveFailures``, once
    /// for a screen, and in a router's `problem` as long as the screen is on the stack.
    public static let noItem = Code(name: "noItem")

    /// A route that is not meant to be stored. Never thrown to a caller.
    static let notStored = Code(name: "notStored")
  }
}

extension NavStore.Error {
  /// Any error from below, as one of ours.
  init(_ error: any Swift.Error) {
    switch error {
    case let error as NavStore.Error: self = error
    case let error as SQLiteError: self.init(error)
    case let refusal as OpenRefusal: self.init(refusal)
    case is FileMoved: self.init(.moved, "The file was replaced by another one.")
    case WorkStopped.limit:
      self.init(.limitReached, "SQLite was stopped: the file makes it work on and on.")
    case WorkStopped.cancelled: self.init(.cancelled, "The task was cancelled.")
    default: self.init(.database, "\(error)")
    }
  }

  private init(_ error: SQLiteError) {
    let code: Code =
      switch error.code.primary {
      case _ where FaultResponse(error.code) == .setAside: .damaged
      case .busy, .locked: .busy
      case .full: .diskFull
      // IOERR_SHMSIZE: no room for the file of shared memory.
      case .ioError where error.code.rawValue == 10 | 19 << 8: .diskFull
      case .ioError, .authorization: .inputOutput
      case .readOnly: .readOnly
      case .cannotOpen, .permission: .unreadable
      // Values that are too big are refused before they come this far: this one was read.
      case .tooBig: .limitReached
      default: .database
      }
    self.init(code, "\(error)", sqliteCode: error.code.rawValue)
  }

  private init(_ refusal: OpenRefusal) {
    switch refusal {
    case .foreign(let id):
      self.init(.notAStore, "The database belongs to another application (id \(id)).")
    case .newer(let version):
      self.init(
        .newerStore, "The store has schema version \(version), which a later build wrote.")
    case .readOnly:
      self.init(.readOnly, "The file or its volume is read-only.")
    }
  }

  /// Runs `body` and gives whatever it throws as one of ours.
  static func wrapping<T>(_ body: () throws -> T) throws(NavStore.Error) -> T {
    do {
      return try body()
    } catch {
      throw NavStore.Error(error)
    }
  }

  package static let closed = NavStore.Error(.closed, "The store was closed.")

  static let noItem = NavStore.Error(
    .noItem, "A screen that has no item got item state, which stays in memory with it.")

  package static let accountErased = NavStore.Error(
    .accountErased, "The account was erased after this was made: nothing is saved any more.")

  static func tooDeep(limit: Int) -> NavStore.Error {
    NavStore.Error(.stackTooDeep, "The stack has more routes than the limit of \(limit).")
  }

  static func duplicateRouteTag(_ tag: String) -> NavStore.Error {
    NavStore.Error(
      .duplicateRouteTag,
      "Two route types have one tag, \"\(tag)\"; give one of them a tag of its own in its routeForm."
    )
  }
}
