import CSQLite
import Foundation

/// SQLite's memory in this process, where an allocation can be made to fail.
///
/// For processes of their own: it is everybody's memory, and can only be put in place before SQLite
/// is used.
package enum FailingMemory {
  private static let lock = NSLock()

  // Behind the lock, but for the functions, which never change once they are set.
  nonisolated(unsafe) private static var system = sqlite3_mem_methods()
  nonisolated(unsafe) private static var allocations = 0
  nonisolated(unsafe) private static var point = Int.max
  nonisolated(unsafe) private static var isSticky = false

  /// Puts it in place; false where SQLite refuses.
  package static func install() -> Bool {
    guard navstore_config_memory(SQLITE_CONFIG_GETMALLOC, &system) == SQLITE_OK else {
      return false
    }
    var methods = system
    methods.xMalloc = { FailingMemory.isDue() ? nil : FailingMemory.system.xMalloc($0) }
    methods.xRealloc = { FailingMemory.isDue() ? nil : FailingMemory.system.xRealloc($0, $1) }
    return navstore_config_memory(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK
  }

  /// Counts anew, and lets the allocation with this number fail, or, where `sticky`, it and all that
  /// follow.
  package static func fail(at number: Int, sticky: Bool) {
    lock.withLock {
      allocations = 0
      point = number
      isSticky = sticky
    }
  }

  /// How many allocations there were since then.
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
