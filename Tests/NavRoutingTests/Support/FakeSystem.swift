import Dispatch
import NavStore

@testable import NavRouting

/// A system that suspends apps and manages windows as a test determines.
final class FakeSystem: AppSystem {
  typealias Answer = @Sendable (_ isExpired: Bool) -> Void

  let suspendsApps: Bool
  let keepsWindows: Bool
  private let refuses: Bool
  private let whileItWaits: @MainActor @Sendable () -> Void
  private let hearers = Locked<[@MainActor @Sendable (AppEvent) -> Void]>([])
  private let asked = Locked<[Answer]>([])
  private let returned = AsyncStream.makeStream(of: Void.self)

  /// - Parameters:
  ///   - refuses: Whether the system refuses time in the background.
  ///   - whileItWaits: Work that runs while the system waits for a window to come to the front.
  init(
    suspendsApps: Bool = true, keepsWindows: Bool = true, refuses: Bool = false,
    whileItWaits: @escaping @MainActor @Sendable () -> Void = {}
  ) {
    self.suspendsApps = suspendsApps
    self.keepsWindows = keepsWindows
    self.refuses = refuses
    self.whileItWaits = whileItWaits
  }

  var listeners: Int { hearers.withLock(\.count) }
  var requests: Int { asked.withLock(\.count) }

  func listen(_ hear: @escaping @MainActor @Sendable (AppEvent) -> Void) {
    hearers.withLock { $0.append(hear) }
  }

  @MainActor func say(_ event: AppEvent) {
    for hear in hearers.withLock({ $0 }) { hear(event) }
  }

  func askForTime(_ answer: @escaping Answer) {
    asked.withLock { $0.append(answer) }
    let (refuses, returned) = (refuses, returned.continuation)
    // Calls `answer` on a separate thread. The real system waits on that thread until the call
    // returns.
    DispatchQueue(label: "system").async {
      answer(refuses)
      returned.yield()
    }
  }

  /// Ends the time in the background that was granted to the app.
  func expire() {
    for answer in asked.withLock({ $0 }) { answer(true) }
  }

  /// Releases the requests for time, and with them the objects that made them.
  func suspend() {
    asked.withLock { $0 = [] }
  }

  /// Waits until the callback of one request for time has returned.
  func hasReturned() async {
    for await _ in returned.stream { return }
  }

  func pause() async { await whileItWaits() }
}
