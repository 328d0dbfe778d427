import NavStore

extension NavStore {
  /// A store in memory with stacks in it, as an app would find them at a launch.
  ///
  /// Each stack is saved as a whole, in the order given: the top route of each is a visit and so in
  /// the history, the last one the newest. For a longer history call
  /// ``/NavStore/NavStore/save(_:in:stack:account:)`` once for each step. Costs a save for each stack.
  ///
  /// - Parameters:
  ///   - stacks: A path for each scene, bottom first.
  ///   - account: The account of the stacks; `nil` for signed-out use.
  ///   - clock: The store's clock; nil leaves the one of `configuration`.
  ///   - configuration: How the store behaves otherwise.
  /// - Throws: ``/NavStore/NavStore/Error``, as ``/NavStore/NavStore/save(_:in:stack:account:)``.
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
