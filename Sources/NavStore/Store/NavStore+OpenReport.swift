#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NavStore {
  /// What opening a store did. Worth a line in an app's log when ``needsAttention`` is true.
  public struct OpenReport: Sendable {
    /// The file; nil for a store in memory.
    public internal(set) var url: URL?

    /// Whether there was no store before.
    public internal(set) var isNew = false

    /// The schema that the file had, where opening brought it up to a newer one.
    public internal(set) var migratedFrom: Int?

    /// The schema that the file has now.
    public internal(set) var schemaVersion = 0

    /// Where the damaged file that was found is now. Nothing in it was deleted.
    public internal(set) var setAside: URL?

    /// Why ``NavStore/standard`` works in memory: nothing will be saved. The file that could not
    /// be opened is left as it is.
    public internal(set) var fallbackReason: NavStore.Error?

    /// Whether something went wrong on the way.
    public var needsAttention: Bool { setAside != nil || fallbackReason != nil }
  }
}
