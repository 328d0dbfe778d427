@testable import NavStore

extension NavStore.Session {
  /// Confirms the restore of the stack's scene, as five seconds on screen do.
  func confirmRestore() async throws(NavStore.Error) {
    let (scene, writer) = (ByteKey(key.scene), writer)
    try await writer.async { connection in
      writer.attempts.state.withLock { $0.scenes[scene, default: .init()].isDue = true }
      let confirmed = try writer.attempts.settle(on: connection)
      writer.keepAdopted(in: confirmed)
      writer.imports.confirm { confirmed.contains(ByteKey($0.scene)) }
    }
    writer.discardConfirmed()
  }
}
