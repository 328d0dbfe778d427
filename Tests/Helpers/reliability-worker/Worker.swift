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

/// A process that is to die: it uses a store and says on its output what has been saved, until
/// somebody kills it.
///
///     reliability-worker MODE STORE [NAME=VALUE …]
///
/// See ``Mode`` and ``Settings``.
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

/// What the process does.
enum Mode: String {
  /// Opens the store and leaves: with it creation, migration, recovery and setting aside.
  case open

  /// Goes on with the numbered steps of its scenes: see ``Saving``.
  case save

  /// Makes visits and erases them again: see ``Erasing``.
  case erase

  /// Removes or rewrites a large part of what is there: see ``Removing``.
  case remove

  /// Shares the store with others: see ``Sharing``.
  case share

  /// Keeps a lock and does nothing: see ``Holding``.
  case hold

  /// Has no memory at a moment: see ``OutOfMemory``. Before SQLite is asked for anything.
  case oom

  /// Uses files made to do harm: see ``HostileUse``.
  case hostile

  /// Uses the standard store, set up or not: see ``StandardStore``.
  case standard
}

/// An argument that means nothing.
struct Usage: Error {
  let argument: String
}

/// What is said on the output, at once and whole: a kill finds nothing in a buffer.
enum Output {
  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
  }
}
