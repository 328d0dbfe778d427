@testable import NavStore

extension NavStore.Session {
  /// Confirms the restore of the stack, as five seconds on screen do.
  func confirmRestore() async throws(NavStore.Error) {
    let (key, writer) = (key, writer)
    let oldValues = try await writer.async { connection -> [OldValue] in
      guard try writer.attempts.confirm(key, on: connection) else { return [] }
      writer.keepAdopted([key])
      return writer.oldValues.take(key)
    }
    oldValues.forEach { $0.discard() }
  }
}
