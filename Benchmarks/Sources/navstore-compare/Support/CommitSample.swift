import NavStore

/// Navigations of one scene that are committed one by one. Each navigation saves the screens of
/// `base` with one more screen on top.
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

  /// Returns the median time of 320 navigations, in microseconds. The few navigations that also
  /// wait for counting or a checkpoint don't change the median.
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
