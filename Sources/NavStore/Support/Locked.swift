import NavStorePlatform

/// A value behind a mutex, for critical sections of a few instructions. Never hold the mutex across
/// an `await` or a call into SQLite. Make the type of a large value noncopyable, so that no caller
/// copies all of it.
///
/// `Synchronization.Mutex` would be enough, but needs iOS 18.
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
  /// The mutex already prevents overlapping accesses, so the runtime need not check for them.
  @exclusivity(unchecked)
  private var value: Value

  #if canImport(Darwin)
    private let mutex = UnsafeMutablePointer<os_unfair_lock>.allocate(capacity: 1)
  #else
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  #endif

  package init(_ value: consuming Value) {
    self.value = value
    #if canImport(Darwin)
      mutex.initialize(to: os_unfair_lock())
    #else
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    #endif
  }

  deinit {
    #if !canImport(Darwin)
      pthread_mutex_destroy(mutex)
    #endif
    mutex.deallocate()
  }

  package func withLock<T: ~Copyable>(_ body: (inout Value) throws -> T) rethrows -> T {
    lock()
    defer { unlock() }
    return try body(&value)
  }

  /// Locks the mutex, for a caller that can't afford a generic call. Follow it with ``unlock()``.
  package func lock() {
    #if canImport(Darwin)
      os_unfair_lock_lock(mutex)
    #else
      pthread_mutex_lock(mutex)
    #endif
  }

  package func unlock() {
    #if canImport(Darwin)
      os_unfair_lock_unlock(mutex)
    #else
      pthread_mutex_unlock(mutex)
    #endif
  }
}
