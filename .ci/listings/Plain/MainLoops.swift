import NavRouting

// As GLib declares it.
nonisolated func g_idle_add(
  _ function: @convention(c) (UnsafeMutableRawPointer?) -> Int32, _ data: UnsafeMutableRawPointer?
) {}

nonisolated private final class Box {
  let work: () -> Void
  init(_ work: @escaping () -> Void) { self.work = work }
}

@MainActor enum MainLoops {
  func use() {
    //= NavMainLoop.swift 1
  }
}
