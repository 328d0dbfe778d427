import Foundation

/// A process that a test starts, listens to and kills.
///
/// Its calls block; they belong on a thread of one's own. One that is only waited for is a
/// ``FinishedProcess``.
package final class SpawnedProcess {
  package let id: pid_t
  private let output: Int32
  private var buffer: [UInt8] = []
  private var hasEnded = false

  /// Whether all of its output has been read.
  package var isAtEnd: Bool { outputHasEnded && buffer.isEmpty }
  private var outputHasEnded = false

  /// Starts `executable` with its output in a pipe; its input is the file at `input`, or empty.
  package init(
    _ executable: URL, _ arguments: [String], input: String = "/dev/null",
    environment: [String: String] = [:]
  ) throws {
    let (reading, writing) = try Self.makePipe()
    defer { close(writing) }
    do {
      id = try Spawn(
        executable: executable, arguments: arguments, input: input, environment: environment
      )
      .start(output: .descriptor(writing))
    } catch {
      close(reading)
      throw error
    }
    output = reading
  }

  deinit {
    signal(SIGKILL)
    _ = waitUntilExit()
    close(output)
  }

  /// Sends a signal, unless the process has been waited for: its number may be another's then.
  package func signal(_ number: Int32) {
    if !hasEnded { kill(id, number) }
  }

  /// The next line of its output without the line feed; `nil` at the end, or, unless `milliseconds` is
  /// -1, after that time without one. What was written before a kill is still read.
  package func readLine(withinMilliseconds milliseconds: Int32 = -1) -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      var waited = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&waited, 1, milliseconds) > 0 else { return nil }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = read(output, &chunk, chunk.count)
      guard count > 0 else {
        outputHasEnded = true
        return nil
      }
      buffer += chunk[..<count]
    }
  }

  /// All lines that are left, up to the end of the output.
  package func readLines() -> [String] {
    var lines: [String] = []
    while let line = readLine() { lines.append(line) }
    return lines
  }

  /// How the process ended, as `waitpid` says it: below 128 the number of the signal that it was
  /// killed by, or 0 and, times 256, its exit status.
  @discardableResult
  package func waitUntilExit() -> Int32 {
    guard !hasEnded else { return 0 }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    hasEnded = true
    return status
  }

  /// Neither end is for other processes that are started meanwhile: the end of the output would
  /// not be seen.
  private static func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
      guard pipe(&ends) == 0 else { throw Spawn.Failed(call: "pipe", code: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      // Both at once: a descriptor that is marked later may be in another process already.
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
        throw Spawn.Failed(call: "socketpair", code: errno)
      }
    #endif
    return (ends[0], ends[1])
  }
}

/// Runs `body`, which blocks, on a thread of its own, because Swift's threads are few and must not
/// wait.
///
/// At most twice as many run at once as the machine has cores, and at least four: `body` starts processes,
/// and a hundred of them at once would take the processor from every other test. Don't nest calls.
package func onOwnThread<T: Sendable>(
  _ body: @escaping @Sendable () throws -> T
) async throws -> T {
  await threads.acquire()
  defer { threads.release() }
  return try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(with: Result { try body() })
    }
  }
}

/// Twice as many as cores, because most processes wait to be killed.
private let threads = Slots(max(4, 2 * ProcessInfo.processInfo.activeProcessorCount))

/// A counting semaphore for tasks, which are served in their order.
private final class Slots: @unchecked Sendable {
  private let lock = NSLock()
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  func acquire() async {
    await withCheckedContinuation { continuation in
      let isFree = lock.withLock {
        guard free == 0 else {
          free -= 1
          return true
        }
        waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  func release() {
    let next = lock.withLock { () -> CheckedContinuation<Void, Never>? in
      guard waiting.isEmpty else { return waiting.removeFirst() }
      free += 1
      return nil
    }
    next?.resume()
  }
}
