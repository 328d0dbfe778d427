import Foundation

/// Runs `body` on `count` threads that start at the same time. Returns their results in order.
///
/// Uses threads instead of tasks, because the task pool has only as many threads as the machine has
/// cores. It would run most tasks one after the other.
func onThreads<T: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> T
) -> [Result<T, any Error>] {
  let gate = Gate<T>(count: count)
  for index in 0..<count {
    Thread {
      gate.waitForAll()
      gate.finish(index, Result { try body(index) })
    }.start()
  }
  return gate.results()
}

/// Lets its threads continue when all of them are waiting, and collects their results.
private final class Gate<T: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private let count: Int
  private var waiting = 0
  private var finished: [Int: Result<T, any Error>] = [:]

  init(count: Int) {
    self.count = count
  }

  func waitForAll() {
    condition.lock()
    waiting += 1
    condition.broadcast()
    while waiting < count { condition.wait() }
    condition.unlock()
  }

  func finish(_ index: Int, _ result: Result<T, any Error>) {
    condition.lock()
    finished[index] = result
    condition.broadcast()
    condition.unlock()
  }

  func results() -> [Result<T, any Error>] {
    condition.lock()
    defer { condition.unlock() }
    while finished.count < count { condition.wait() }
    return (0..<count).compactMap { finished[$0] }
  }
}
