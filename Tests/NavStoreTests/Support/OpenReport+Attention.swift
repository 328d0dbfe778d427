@testable import NavStore

extension NavStore.OpenReport {
  /// Whether the log says something of the opening.
  var needsAttention: Bool {
    setAside != nil || rebuiltIndexes || fallbackReason != nil || mayDisableEncryption
  }
}
