@testable import NavStore

extension NavStore.OpenReport {
  /// Whether opening the store writes to the system log.
  var needsAttention: Bool {
    setAside != nil || rebuiltIndexes || fallbackReason != nil || mayDisableEncryption
  }
}
