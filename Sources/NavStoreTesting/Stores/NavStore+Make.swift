import NavStore

extension NavStore {
  /// Returns a store in memory with stacks in it, as an app finds them at launch.
  ///
  /// Each stack is saved as a whole, in the given order. The top route of each stack is a visit in
  /// the history, and the visit of the last stack is the newest. For a longer history call
  /// ``/NavStore/NavStore/save(_:in:stack:account:)`` for each step. Costs a save for each stack.
  ///
  /// - Parameters:
  ///   - stacks: A path for each scene, bottom first.
  ///   - account: The account of the stacks; `nil` for signed-out use.
  ///   - clock: The store's clock; `nil` keeps the clock of `configuration`.
  ///   - configuration: The other settings of the store.
  /// - Throws: The errors of ``/NavStore/NavStore/save(_:in:stack:account:)``.
  package static func make<R: NavElement>(
    stacks: KeyValuePairs<NavScene, [R]>, account: String? = nil, clock: ManualClock? = nil,
    configuration: Configuration = Configuration()
  ) throws(NavStore.Error) -> NavStore {
    var configuration = configuration
    if let clock { configuration.clock = { clock.now } }
    let store = NavStore(inMemory: configuration)
    for (scene, routes) in stacks {
      try store.save(routes, in: scene, account: account)
    }
    store.forgetKept()
    return store
  }
}
