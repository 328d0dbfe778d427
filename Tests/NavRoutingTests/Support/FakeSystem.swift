import Dispatch
import NavStore

@testable import NavRouting

/// A system that says what a test has it say.
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
  ///   - refuses: Whether it gives no time in the background.
  ///   - whileItWaits: What happens in the moment that a window may take to come to the front.
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

  func listen(_ hear: @escaping @MainActor @Sendable (AppEvent) -> Void) -> Bool {
    hearers.withLock { $0.append(hear) }
    return true
  }

  @MainActor func say(_ event: AppEvent) {
    for hear in hearers.withLock({ $0 }) { hear(event) }
  }

  func askForTime(_ answer: @escaping Answer) {
    asked.withLock { $0.append(answer) }
    let (refuses, returned) = (refuses, returned.continuation)
    // It waits: on a thread of its own.
    DispatchQueue(label: "system").async {
      answer(refuses)
      returned.yield()
    }
  }

  /// The time that was given is over.
  func expire() {
    for answer in asked.withLock({ $0 }) { answer(true) }
  }

  /// Lets go of what was asked for, and with that of who asked.
  func suspend() {
    asked.withLock { $0 = [] }
  }

  /// Until the answer to a request has returned.
  func hasReturned() async {
    for await _ in returned.stream { return }
  }

  func pause() async { await whileItWaits() }
}
