import Foundation

/// Applies file permissions to the superuser, too, who otherwise passes all permission checks.
enum Permissions {
  private typealias SetUser = @convention(c) (UInt32) -> Int32

  /// The function that sets the user for the file access of the calling thread. `nil` on systems
  /// other than Linux.
  private static var setUser: SetUser? {
    // On Linux, `nil` is RTLD_DEFAULT, a macro that Swift does not import.
    #if os(Linux)
      guard let symbol = dlsym(nil, "setfsuid") else { return nil }
      return unsafeBitCast(symbol, to: SetUser.self)
    #else
      return nil
    #endif
  }

  static var canBeEnforced: Bool { geteuid() != 0 || setUser != nil }

  /// Runs `body` as the user `nobody` on this thread, if the process runs as the superuser.
  static func enforced<T>(_ body: () throws -> T) rethrows -> T {
    guard geteuid() == 0, let setUser else { return try body() }
    let user = setUser(65_534)
    defer { _ = setUser(UInt32(user)) }
    return try body()
  }
}
