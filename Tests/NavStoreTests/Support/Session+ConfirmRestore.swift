@testable import NavStore

extension NavStore.Session {
  /// Confirms the restore of the stack's scene, as five seconds on screen do.
  func confirmRestore() async throws(NavStore.Error) {
    let (scene, writer) = (ByteKey(key.scene), writer)
    try await writer.async { connection in
      guard try writer.attempts.confirm(scene, on: connection) else { return }
      writer.keepAdopted(in: [scene])
      writer.imports.confirm { ByteKey($0.scene) == scene }
    }
    writer.discardConfirmed()
  }
}
