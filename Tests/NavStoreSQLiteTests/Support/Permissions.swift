import Foundation

/// File permissions that hold for the super-user too, whom the system lets pass otherwise.
enum Permissions {
  private typealias SetUser = @convention(c) (UInt32) -> Int32

  /// Linux only: the user whose files a thread is taken to open, apart from the process's user.
  private static var setUser: SetUser? {
    // nil is RTLD_DEFAULT there, a macro that Swift does not import.
    #if os(Linux)
      guard let symbol = dlsym(nil, "setfsuid") else { return nil }
      return unsafeBitCast(symbol, to: SetUser.self)
    #else
      return nil
    #endif
  }

  static var canBeEnforced: Bool { geteuid() != 0 || setUser != nil }

  /// Runs `body` as nobody, on this thread, where the process runs as the super-user.
  static func enforced<T>(_ body: () throws -> T) rethrows -> T {
    guard geteuid() == 0, let setUser else { return try body() }
    let user = setUser(65_534)
    defer { _ = setUser(UInt32(user)) }
    return try body()
  }
}
