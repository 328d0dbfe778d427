@testable import NavStore

extension NavStore.OpenReport {
  /// Whether opening the store writes to the system log.
  var needsAttention: Bool {
    quarantinedFile != nil || rebuiltIndexes || fallbackReason != nil || mayDisableEncryption
  }
}
