@testable import NavStore

extension NavStore.Session {
  /// Confirms the restore of the stack's scene, as five seconds on screen do.
  func confirmRestore() async throws(NavStore.Error) {
    let (scene, writer) = (ByteKey(key.scene), writer)
    try await writer.async { connection in
      if try writer.attempts.confirm(scene, on: connection) { writer.didConfirm([scene]) }
    }
    writer.discardConfirmed()
  }
}
