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

/// The settings of the process: `NAME=VALUE` on its command line.
struct Settings {
  var store = NavStore.Configuration()

  /// The number of scenes in which it takes steps.
  var scenes = 1

  /// The number of steps in each scene before it waits until they are saved.
  var burst = 1

  /// The number of bursts, after which it exits without closing the store.
  var rounds = Int.max

  /// The number of bursts between suspensions of the store; 0 for none.
  var suspendsAfter = 0

  /// The number of bursts between prunings; 0 for none.
  var prunesAfter = 0

  /// Whether steps are reported as saved before they are: a planted fault that a harness must find.
  var liesAboutSaves = false

  /// The repair step after which the process is killed.
  var lastRepairStep: RepairStep?

  /// Whether the WAL is deleted while its database is quarantined: a planted fault that a harness
  /// must find.
  var losesLog = false

  /// The change that `remove` makes, and the dates of the visits, in milliseconds since 1970.
  var removal = LargeChange.kind
  var times: Range<Int>?

  /// The index of this worker among the workers that share a store.
  var worker = 0

  /// Whether `hold` holds the write lock instead of a reader's snapshot.
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
      case ("die", let step, _):
        guard let step = RepairStep(rawValue: step) else { throw Usage(argument: argument) }
        lastRepairStep = step
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

  /// The effect at one of SQLite's calls to the system, counted from 1.
  private enum LastCall {
    /// The process is killed before the call, or after the first half of it.
    case kill, tear

    /// The process stops before the call, with all its locks.
    case stop

    /// Registers a VFS with this effect and returns its name.
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
