import Foundation

/// A process that a test starts, reads from and kills.
///
/// The calls block, so make them on a separate thread. To only wait for the end of a process, use a
/// ``FinishedProcess``.
package final class SpawnedProcess {
  package let id: pid_t
  private let output: Int32
  private var buffer: [UInt8] = []
  private var hasEnded = false

  /// Whether all of its output has been read.
  package var isAtEnd: Bool { outputHasEnded && buffer.isEmpty }
  private var outputHasEnded = false

  /// Starts `executable` with a pipe as its output. The input is the file at `input`.
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

  /// Sends a signal, unless the process has been waited for, because its ID may then belong to
  /// another process.
  package func signal(_ number: Int32) {
    if !hasEnded { kill(id, number) }
  }

  /// Returns the next line of the output without the line feed, or `nil` at the end. Also returns
  /// `nil` if no line arrives in time, unless `milliseconds` is -1. Output from before a kill is
  /// still read.
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

  /// Returns all remaining lines, up to the end of the output.
  package func readLines() -> [String] {
    var lines: [String] = []
    while let line = readLine() { lines.append(line) }
    return lines
  }

  /// Waits for the process and returns its status from `waitpid`. A value below 128 is the signal
  /// that killed it. Otherwise, the value is 256 times the exit status.
  @discardableResult
  package func waitUntilExit() -> Int32 {
    guard !hasEnded else { return 0 }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    hasEnded = true
    return status
  }

  /// Makes a pipe that child processes don't inherit. An inherited end would hide the end of the
  /// output.
  private static func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
      guard pipe(&ends) == 0 else { throw Spawn.Failed(call: "pipe", code: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      // Sets the flag when the descriptor is created, because another process could inherit a
      // descriptor that is marked later.
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
        throw Spawn.Failed(call: "socketpair", code: errno)
      }
    #endif
    return (ends[0], ends[1])
  }
}

/// Runs `body`, which blocks, on a separate thread, because Swift's threads are few and must not
/// block.
///
/// At least four threads, and at most two per core, run at the same time. `body` starts processes,
/// and a hundred of them would slow down every other test. Don't nest calls.
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

/// Twice the number of cores, because most processes only wait to be killed.
private let threads = Slots(max(4, 2 * ProcessInfo.processInfo.activeProcessorCount))

/// A counting semaphore for tasks, which are served in order.
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
