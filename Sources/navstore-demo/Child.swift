import NavStorePlatform

/// Another run of this program, which a tour controls through pipes. That run ends each answer with
/// ``endOfAnswer``.
struct Child {
  static let endOfAnswer = UInt8(4)

  private let process: pid_t
  private let input: Int32
  private let output: Int32

  init(arguments: [String]) throws(Failure) {
    // One pipe for the child's input and one for its output. Each pipe has its reading end first.
    var (pipes, isOpen) = ([[Int32]](), true)
    for _ in 0..<2 {
      var ends: [Int32] = [-1, -1]
      isOpen = isOpen && pipe(&ends) == 0
      pipes.append(ends)
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[0][0], 0)
    posix_spawn_file_actions_adddup2(&actions, pipes[1][1], 1)
    for end in pipes.joined() { posix_spawn_file_actions_addclose(&actions, end) }

    let path = Self.ownPath
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var started = pid_t()
    guard isOpen, posix_spawn(&started, path, &actions, nil, &words, environ) == 0 else {
      for end in pipes.joined() { close(end) }
      throw Failure("The tour cannot start another run of this program.")
    }
    close(pipes[0][0])
    close(pipes[1][1])
    (process, input, output) = (started, pipes[0][1], pipes[1][0])
  }

  private static var ownPath: String {
    let linux = "/proc/self/exe"
    return access(linux, X_OK) == 0 ? linux : CommandLine.arguments[0]
  }

  func send(_ line: String) throws(Failure) {
    let bytes = Array((line + "\n").utf8)
    guard write(input, bytes, bytes.count) == bytes.count else {
      throw Failure("The other run of this program has ended by itself.")
    }
  }

  /// Copies the child's output to the terminal, until the answer ends or the child exits.
  func showAnswer() {
    var answer: [UInt8] = []
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1, byte != Self.endOfAnswer { answer.append(byte) }
    StandardStream.output.put(String(decoding: answer, as: UTF8.self))
  }

  /// Kills the child with a signal that it cannot handle.
  func killNow() { kill(process, SIGKILL) }

  /// Closes the child's input, which ends the child, and waits until it has exited.
  func end() {
    close(input)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    close(output)
  }
}
