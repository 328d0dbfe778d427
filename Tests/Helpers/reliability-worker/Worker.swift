import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process that uses a store and prints its progress, until it ends or a test kills it.
///
///     reliability-worker MODE STORE [NAME=VALUE …]
///
/// ``Mode`` has the modes, and ``Settings`` has the names and values.
@main
enum Worker {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count >= 2, let mode = Mode(rawValue: arguments[1]) else {
      throw Usage(argument: arguments.first ?? "")
    }
    let url = URL(fileURLWithPath: arguments[2])
    if mode == .hostile { return await HostileUse.runIfAsked() }
    if mode == .standard { return try await StandardStore(folder: url).run() }
    if mode == .oom { return try await OutOfMemory(url: url, arguments.dropFirst(2)).run() }
    let settings = try Settings(arguments.dropFirst(2))
    switch mode {
    case .open: try await Opening(url: url, settings: settings).run()
    case .save: try await Saving(url: url, settings: settings).run()
    case .erase: try await Erasing(url: url, settings: settings).run()
    case .remove: try await Removing(url: url, settings: settings).run()
    case .share: try await Sharing(url: url, settings: settings).run()
    case .hold: try Holding(url: url, settings: settings).run()
    case .oom, .hostile, .standard: break
    }
  }
}

/// The task of the worker process, which is its first argument.
enum Mode: String {
  /// Opens the store and exits, for tests of creation, migration, recovery and quarantine.
  case open

  /// Navigates in one or several scenes, and saves: see ``Saving``.
  case save

  /// Makes visits and erases them: see ``Erasing``.
  case erase

  /// Removes or rewrites a large part of the store: see ``Removing``.
  case remove

  /// Navigates in a store that other processes use, too: see ``Sharing``.
  case share

  /// Holds a lock of the store's file and does nothing else: see ``Holding``.
  case hold

  /// Uses a store while chosen allocations of SQLite fail: see ``OutOfMemory``. The process must
  /// not have used SQLite before.
  case oom

  /// Uses hostile files: see ``HostileUse``.
  case hostile

  /// Uses the standard store, after a call of `NavStore.configure` or without one: see
  /// ``StandardStore``.
  case standard
}

/// The error that an argument of the process is invalid.
struct Usage: Error {
  let argument: String
}

/// Writes each line to the standard output with one system call. A killed process then has no lines
/// that are only in a buffer.
enum Output {
  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
  }
}
