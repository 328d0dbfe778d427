import Dispatch
import Floors

/// Plain C on a serial queue, so that callers can await it without blocking a thread.
final class FloorQueue: @unchecked Sendable {
  private let queue = DispatchQueue(label: "floor", qos: .userInitiated)

  // Used on the queue only.
  private let floor: NavigationFloor

  init(_ floor: NavigationFloor) {
    self.floor = floor
  }

  func navigate(to screen: Screen) async throws {
    try await run { try $0.navigate(to: CollectionOfOne(screen)) }
  }

  func settle() async throws {
    try await run { try $0.settle() }
  }

  private func run(_ body: @escaping @Sendable (NavigationFloor) throws -> Void) async throws {
    let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result { try body(self.floor) }) }
    }
    try result.get()
  }
}
