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

/// How the process behaves: `NAME=VALUE` on its command line.
struct Settings {
  var store = NavStore.Configuration()

  /// How many scenes it goes on with.
  var scenes = 1

  /// How many steps of each scene it takes before it waits until they are saved.
  var burst = 1

  /// How many bursts it takes; then it leaves without closing the store.
  var rounds = Int.max

  /// Suspends the store after each so many bursts; 0: never.
  var suspendsAfter = 0

  /// Prunes after each so many bursts; 0: never.
  var prunesAfter = 0

  /// Says that steps are saved before they are: the fault that a harness must see.
  var liesAboutSaves = false

  /// Dies after this step of a repair.
  var lastRepairStep: RepairStep?

  /// Deletes the log while its database is set aside: the fault that a harness must see.
  var losesLog = false

  /// With `remove`: what, and the times that visits are of, in milliseconds since 1970.
  var removal = LargeChange.kind
  var times: Range<Int>?

  /// Which of several workers on one store this is.
  var worker = 0

  /// With `hold`: whether it is the write lock, or a reader's snapshot.
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

  /// What happens at one of SQLite's calls to the system, counted from 1.
  private enum LastCall {
    /// The process is killed before it, or with the first half of it done.
    case kill, tear

    /// It stands still before it, with all its locks.
    case stop

    /// The name of a VFS in which it does.
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
