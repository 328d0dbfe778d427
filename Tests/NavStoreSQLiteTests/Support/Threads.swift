import Foundation

/// Runs `body` on `count` threads that start together, and returns what each gave, in order.
///
/// Threads rather than tasks: a task pool as wide as the machine has cores would run most of them
/// one after the other, and what is tested here is their meeting.
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

/// Lets its threads go when all have come, and collects what they bring.
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
