import Foundation

/// A process that a test starts, reads from and kills.
///
/// Its methods block the calling thread, so call them in `onOwnThread`. To run a process to its
/// end, use a ``FinishedProcess``.
package final class SpawnedProcess {
  package let id: pid_t
  private let output: Int32
  private var buffer: [UInt8] = []
  private var hasEnded = false

  /// Whether `readLine` has reached the end of the output and has returned every line.
  package var isAtEnd: Bool { outputHasEnded && buffer.isEmpty }
  private var outputHasEnded = false

  /// Starts `executable` with a pipe as its standard output. Its standard input is the file at the
  /// path `input`.
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

  /// Sends a signal to the process. Does nothing after `waitUntilExit`, because the system may have
  /// given the process's ID to another process.
  package func signal(_ number: Int32) {
    if !hasEnded { kill(id, number) }
  }

  /// Returns the next line of the output without its line feed, or `nil` at the end of the output.
  /// Also returns `nil` if the process writes nothing within `milliseconds`; -1 means no limit.
  /// After a kill, returns the lines that the process wrote before it.
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

  /// Waits for the end of the output, and returns its lines that `readLine` has not returned.
  package func readLines() -> [String] {
    var lines: [String] = []
    while let line = readLine() { lines.append(line) }
    return lines
  }

  /// Waits until the process ends, and returns its status from `waitpid`; on a second call, returns
  /// 0. A status from 1 to 127 is the signal that killed the process. Otherwise, the status is 256
  /// times the exit status.
  @discardableResult
  package func waitUntilExit() -> Int32 {
    guard !hasEnded else { return 0 }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    hasEnded = true
    return status
  }

  /// Makes a pipe whose ends child processes don't inherit. A pipe ends when its last writing end
  /// is closed, so an end in another child process would keep the reader waiting.
  private static func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
      guard pipe(&ends) == 0 else { throw Spawn.Failed(call: "pipe", code: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      // Sets the close-on-exec flag when the descriptors are created. Otherwise, a process that
      // another thread starts before `fcntl` sets the flag would inherit them.
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
        throw Spawn.Failed(call: "socketpair", code: errno)
      }
    #endif
    return (ends[0], ends[1])
  }
}

/// Runs `body` on a new thread, because it blocks. Swift runs tasks on a few threads that must not
/// block.
///
/// The limit is two such threads per core, but at least four. Further calls wait for a thread to
/// end. `body` starts processes, and a hundred of them would slow down every other test. Don't call
/// `onOwnThread` in `body`, because it could wait forever.
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

/// Limits the threads of `onOwnThread` to two per core, but at least four. One per core would leave
/// cores idle, because most of the started processes only wait to be killed.
private let threads = Slots(max(4, 2 * ProcessInfo.processInfo.activeProcessorCount))

/// A counting semaphore for tasks, which acquire it in the order of their calls.
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
