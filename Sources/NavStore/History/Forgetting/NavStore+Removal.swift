extension NavStore {
  /// What was taken out of a store.
  public struct Removal: Sendable, Hashable {
    /// How many items went with their keys and titles; those that keep a visit do not count.
    public internal(set) var items = 0

    /// How many different routes.
    package internal(set) var routes = 0

    /// How many visits, those of covered screens that were never seen included.
    public internal(set) var visits = 0

    /// How many values of visit state.
    package internal(set) var visitStateValues = 0

    /// How many stored stacks were at such a visit, or had one in their back/forward lists. Those
    /// that only pass over it do not count: they are not written.
    package internal(set) var stacks = 0

    /// How many closed scenes went. Only ``Scope/everything`` takes them.
    package internal(set) var closedScenes = 0

    /// How many old values are still there that were taken over by what was erased: the app has
    /// named no source for them in this process, or they could not be removed. See
    /// ``AdoptionSource``. Only erasing an account, or everything, looks for them.
    public internal(set) var oldValuesLeft = 0

    /// How many files that had been set aside as damaged were deleted. Only erasing does that.
    package internal(set) var damagedFiles = 0
  }
}
