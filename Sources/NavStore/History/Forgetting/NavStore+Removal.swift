extension NavStore {
  /// The numbers of visits and elements that were removed from a store.
  package struct Removal: Hashable, Sendable {
    /// The number of items without any visit or route left.
    package internal(set) var items = 0

    /// The number of different routes.
    package internal(set) var routes = 0

    /// The number of visits, with those of covered screens that were never seen.
    package internal(set) var visits = 0

    /// The number of closed scenes. Only erasing everything removes them.
    package internal(set) var closedScenes = 0

    /// The number of legacy values that were imported into what was erased and are still there: no
    /// source for them was named in this process, or removing them failed. Only erasing an account, or
    /// everything, removes them. See ``NavLegacyState``.
    package internal(set) var oldValuesLeft = 0

    /// The number of quarantined files that were deleted. Only erasing deletes them.
    package internal(set) var damagedFiles = 0
  }
}
