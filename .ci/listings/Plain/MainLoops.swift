import NavRouting

// Replaces GLib's function, with the signature that Swift imports.
nonisolated func g_idle_add(
  _ function: @convention(c) (UnsafeMutableRawPointer?) -> Int32, _ data: UnsafeMutableRawPointer?
) {}

nonisolated private final class Box {
  let work: () -> Void
  init(_ work: @escaping () -> Void) { self.work = work }
}

@MainActor enum MainLoops {
  enum PageRoute: NavRoute { case home }

  func use() {
    //= NavMainLoop.swift 1
  }

  struct Button { var isEnabled = false }

  @MainActor final class PageWindow {
    let router = NavWindow(scene: .main).router(PageRoute.self)
    var title = ""
    var backButton = Button()

    func follow() {
      //= NavMainLoop.swift 2
    }
  }

  func windows(of store: NavStore, show: (NavWindow) -> Void) throws {
    //= NavWindow.swift 2
  }
}
