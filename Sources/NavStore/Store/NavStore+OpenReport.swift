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

    /// Scenes that were copied into the fresh store out of the damaged file; 0 where none was set
    /// aside.
    ///
    /// With them go their small values. History is not copied, but for the visits that stacks and
    /// their back/forward lists stand on. What was copied is in order by itself: routes have a
    /// checksum, and a route that fails it ends its stack. Keys, titles and small values have none;
    /// of them, what still reads as text or JSON is taken for what was saved.
    public internal(set) var salvagedScenes = 0

    /// Stacks that were copied, each with what could be read of its back/forward list.
    public internal(set) var salvagedStacks = 0

    /// How many of them came without routes that they had on top.
    public internal(set) var shortenedStacks = 0

    /// Whether indexes were damaged and have been built anew. Nothing was lost.
    public internal(set) var rebuiltIndexes = false

    /// Why ``NavStore/standard`` works in memory: nothing is saved. The file that could not be opened
    /// is left as it is.
    public internal(set) var fallbackReason: NavStore.Error?

    /// Whether it does so only until the file can be opened: then ``NavStore/standard`` moves over to
    /// it, and this report is another one.
    public internal(set) var waitsForFile = false

    /// Whether something went wrong on the way.
    public var needsAttention: Bool { setAside != nil || rebuiltIndexes || fallbackReason != nil }
  }
}
