import NavStore

/// Navigations committed one by one. Each puts another screen on top of `base`.
struct CommitSample {
  let store: NavStore
  let scene: String
  let base: [Screen]
  let screen: (Int) -> Screen
  private var count = 0

  init(
    store: NavStore, scene: String, base: [Screen], screen: @escaping (Int) -> Screen
  ) {
    self.store = store
    self.scene = scene
    self.base = base
    self.screen = screen
  }

  /// Returns the median time of a navigation in microseconds. Navigations that also index or
  /// checkpoint have no effect on it.
  mutating func sample() throws -> Double {
    var laps: [Double] = []
    for _ in 0..<320 {
      count += 1
      let stack = base + [screen(count)]
      let start = ContinuousClock.now
      try store.save(stack, in: NavScene(id: scene))
      laps.append((ContinuousClock.now - start) / .microseconds(1))
    }
    return Spread(laps).median
  }
}
