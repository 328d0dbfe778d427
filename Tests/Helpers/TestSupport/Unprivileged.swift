import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs code without root's right to bypass file permissions.
package enum Unprivileged {
  private typealias SetFileSystemUser = @convention(c) (uid_t) -> CInt

  package static var isPossible: Bool { geteuid() != 0 || setFileSystemUser != nil }

  /// Runs `body` with the file permissions of an unprivileged user if the process is root.
  /// `setfsuid(2)` changes them for the calling thread only, so tests on other threads keep root's.
  package static func run<T>(_ body: () -> T) -> T {
    guard geteuid() == 0 else { return body() }
    let nobody: uid_t = 65_534
    _ = setFileSystemUser?(nobody)
    defer { _ = setFileSystemUser?(0) }
    return body()
  }

  private static var setFileSystemUser: SetFileSystemUser? {
    guard let symbol = dlsym(nil, "setfsuid") else { return nil }
    return unsafeBitCast(symbol, to: SetFileSystemUser.self)
  }
}
