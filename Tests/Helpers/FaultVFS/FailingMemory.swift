import CSQLite
import Foundation

/// An allocator for SQLite that can make a chosen allocation fail.
///
/// Use it in a separate process, because all of SQLite in a process uses one allocator. SQLite
/// accepts an allocator only before its own first use in the process.
package enum FailingMemory {
  private static let lock = NSLock()

  // All guarded by `lock`, except for `system`, which `install` sets before SQLite allocates.
  nonisolated(unsafe) private static var system = sqlite3_mem_methods()
  nonisolated(unsafe) private static var allocations = 0
  nonisolated(unsafe) private static var point = Int.max
  nonisolated(unsafe) private static var isSticky = false

  /// Installs the allocator. Returns `false` if SQLite refuses it.
  package static func install() -> Bool {
    guard navstore_config_memory(SQLITE_CONFIG_GETMALLOC, &system) == SQLITE_OK else {
      return false
    }
    var methods = system
    methods.xMalloc = { FailingMemory.isDue() ? nil : FailingMemory.system.xMalloc($0) }
    methods.xRealloc = { FailingMemory.isDue() ? nil : FailingMemory.system.xRealloc($0, $1) }
    return navstore_config_memory(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK
  }

  /// Counts allocations from 1 again, and makes the allocation with this number fail. If `sticky`
  /// is `true`, all allocations with higher numbers fail, too.
  package static func fail(at number: Int, sticky: Bool) {
    lock.withLock {
      allocations = 0
      point = number
      isSticky = sticky
    }
  }

  /// The number of allocations since the last call to `fail(at:sticky:)`.
  package static var count: Int {
    lock.withLock { allocations }
  }

  private static func isDue() -> Bool {
    lock.withLock {
      allocations += 1
      return isSticky ? allocations >= point : allocations == point
    }
  }
}
