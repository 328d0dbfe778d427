import Dispatch
import Floors

/// Navigating in plain C on a serial queue. A caller awaits a call without blocking a thread, as
/// with NavStore.
final class FloorQueue: @unchecked Sendable {
  private let queue = DispatchQueue(label: "floor", qos: .userInitiated)

  // Used only by the blocks on `queue`.
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
