import CSQLite
import FaultVFS
import NavStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The settings of the worker process, which are arguments of the form `NAME=VALUE`.
struct Settings {
  var store = NavStore.Configuration()

  /// The number of scenes in which the process takes steps.
  var scenes = 1

  /// The number of steps in each scene between two flushes. The steps between two flushes are a
  /// burst.
  var burst = 1

  /// The number of bursts, after which the process exits without closing the store.
  var rounds = Int.max

  /// The number of flushes between two suspensions of the store; 0 if the store is never suspended.
  var suspendsAfter = 0

  /// The number of flushes between two prunings of the store; 0 if the store is never pruned.
  var prunesAfter = 0

  /// Whether the process reports steps as saved before it saves them. That is a planted fault,
  /// which the test must find.
  var liesAboutSaves = false

  /// The number of the change of a file at which the process is killed, of all changes that the
  /// library makes without SQLite while it opens the store. They are counted from 1.
  var lastChange: Int?

  /// Whether the process deletes the WAL of a damaged database right after the database was
  /// quarantined. That is a planted fault, which the test must find.
  var losesLog = false

  /// The change that the mode `remove` makes.
  var removal = LargeChange.kind

  /// The dates whose visits the change `dates` removes, in milliseconds since 1970.
  var times: Range<Int>?

  /// The index of this process among the worker processes that share a store.
  var worker = 0

  /// Whether the mode `hold` holds the write lock. Otherwise, it holds the snapshot of a reader.
  var holdsWriteLock = false

  init(_ arguments: some Collection<String>) throws {
    var last: (call: Int, verdict: LastCall)?
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw Usage(argument: argument) }
      switch (parts[0], parts[1], Int(parts[1])) {
      case ("durability", "durable", _): store.durability = .durable
      case ("durability", "relaxed", _): store.durability = .relaxed
      case ("damaged", "fail", _): store.quarantinesDamagedFile = false
      case ("schema", "later", _): store.migrations = LaterSchema.migrations
      case ("idle", _, let milliseconds?): store.idleMilliseconds = milliseconds
      case ("busy", _, let milliseconds?): store.busyTimeout = .milliseconds(milliseconds)
      case ("retention", _, let count?): store.retention.count = count
      case ("kill", _, let call?): last = (call, .kill)
      case ("tear", _, let call?): last = (call, .tear)
      case ("stop", _, let call?): last = (call, .stop)
      case ("scenes", _, let count?): scenes = count
      case ("burst", _, let count?): burst = count
      case ("rounds", _, let count?): rounds = count
      case ("suspend", _, let count?): suspendsAfter = count
      case ("prune", _, let count?): prunesAfter = count
      case ("acknowledge", "early", _): liesAboutSaves = true
      case ("die", _, let change?): lastChange = change
      case ("lose", "log", _): losesLog = true
      case ("folder", "own", _): store.renamesStrangers = true
      case ("what", let name, _):
        guard let change = LargeChange(rawValue: name) else { throw Usage(argument: argument) }
        removal = change
      case ("from", _, let time?): times = time..<(times?.upperBound ?? .max)
      case ("to", _, let time?): times = (times?.lowerBound ?? 0)..<time
      case ("worker", _, let number?): worker = number
      case ("lock", "write", _): holdsWriteLock = true
      case ("lock", "read", _): holdsWriteLock = false
      default: throw Usage(argument: argument)
      }
    }
    if let last { store.vfs = last.verdict.vfs(at: last.call) }
  }

  /// The way in which the process is killed or stopped at one of SQLite's calls to the VFS. The
  /// calls are counted from 1.
  private enum LastCall {
    /// The process is killed before the call (`kill`) or after it (`tear`). With `tear`, a `write`
    /// writes only the first half of its bytes.
    case kill, tear

    /// The process is stopped before the call with SIGSTOP, and keeps its locks.
    case stop

    /// Registers a VFS that kills or stops the process in this way at the call with this number.
    /// Returns the VFS's name.
    func vfs(at call: Int) -> String {
      let vfs = FaultVFS()
      vfs.setHook { operation in
        guard operation.ordinal == call else { return .pass }
        switch self {
        case .kill: return .kill
        case .tear: return .killAfter(bytes: operation.count / 2)
        case .stop:
          raise(SIGSTOP)
          return .pass
        }
      }
      return vfs.name
    }
  }
}
