import Foundation

/// The parameters for starting a process.
///
/// ``start(output:errors:)`` calls `posix_spawn` directly. Foundation's `Process` takes several
/// times as long, and the tests start thousands of processes. On Linux, `Process.run()` also
/// crashes now and then if several threads start processes.
struct Spawn {
  struct Failed: Error {
    let call: String
    let code: Int32
  }

  enum Output {
    case descriptor(Int32)

    /// The path of a file. It is created, or emptied if it exists.
    case file(String)
  }

  let executable: URL
  var arguments: [String] = []

  /// The path of the file that is the process's standard input.
  var input = "/dev/null"

  /// The variables that are added to the environment that the process inherits.
  var environment: [String: String] = [:]

  /// The process's working folder; `nil` to inherit it.
  var folder: URL?

  /// Starts the process and returns its process ID. If `errors` is `nil`, the process inherits its
  /// standard error.
  func start(output: Output, errors: Output? = nil) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    for (number, output) in [(STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
      switch output {
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      case .file(let path):
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
      case nil: break
      }
    }
    // The threads of a test run block signals, and a child process inherits the blocked signals.
    // Unblocks all of them, so that SIGTERM ends the child process.
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var id: pid_t = 0
    let command = command
    let code = Self.withCStrings(command) { arguments in
      Self.withCStrings(variables) { variables in
        posix_spawn(&id, command[0], &actions, &attributes, arguments, variables)
      }
    }
    guard code == 0 else { throw Failed(call: "posix_spawn", code: code) }
    return id
  }

  /// The program to start, with its arguments. `posix_spawn` can't set a working folder, so a shell
  /// changes to `folder` and then replaces itself with the executable.
  private var command: [String] {
    let command = [executable.path] + arguments
    guard let folder else { return command }
    return ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder.path] + command
  }

  private var variables: [String] {
    ProcessInfo.processInfo.environment
      // Without this variable, Swift's runtime prints a backtrace for each crash that a test
      // intends.
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
      .merging(environment) { $1 }
      .map { "\($0)=\($1)" }
  }

  private static func withCStrings<T>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> T
  ) -> T {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}
