import NavStore

/// Follows the phases of the app and of its windows, and saves the stores or closes their files.
/// Accesses the system only through ``AppSystem``.
///
/// In SwiftUI, a window's views report its phases. A window without such views (UIKit, AppKit) has
/// the phases of the app.
@MainActor
final class AppLifecycle {
  static let shared = AppLifecycle(system: ThisSystem())

  private let system: any AppSystem

  /// Each closure returns a window, which it references weakly.
  private var followers: [() -> WindowContext?] = []

  /// The app's latest phase; `nil` if the system has not announced one.
  private var appPhase: NavStore.ScenePhase?

  init(system: any AppSystem) {
    self.system = system
    system.listen { [unowned self] event in hear(event) }
  }
}

// MARK: - Windows

extension AppLifecycle {
  /// The windows that are notified of the app's phases, in the order of their first use.
  var followingWindows: [WindowContext] { followers.compactMap { $0() } }

  /// Notifies a window of the app's latest phase, and of each later phase, because the window may
  /// have no views that report its phases.
  func follow(_ window: WindowContext) {
    followers.removeAll { $0() == nil || $0() === window }
    followers.append { [weak window] in window }
    if let appPhase { window.became(appPhase, fromView: false) }
  }

  /// Notes the phase that a view of a window reports, and saves the stores or closes their files.
  ///
  /// The background phase is uncertain if the view has not reported another phase. Views report it
  /// while a window is being made. Views that receive no phases, as in a hosting controller of a
  /// UIKit app, always report it.
  ///
  /// - Parameter former: The phase that the view has reported before; `phase` if there is none.
  func view(
    of window: WindowContext, became phase: NavStore.ScenePhase, after former: NavStore.ScenePhase
  ) {
    let isCertain = phase != .background || former != .background
    if !isCertain {
      window.mayBeInBackground()
    } else if !window.became(phase, fromView: true) {
      return
    }
    save(after: phase, isCertain: isCertain)
  }

  /// Whether the user closed a window whose views disappeared in `phase`.
  ///
  /// Always `true` on the Mac, where the system disconnects no windows. Elsewhere, `true` only for
  /// the inactive phase. In the background phase, the system may have disconnected the window to
  /// save memory, and may restore it later. In the active phase, the window is open and shows
  /// another view.
  func isClosed(goingWhile phase: NavStore.ScenePhase) -> Bool {
    !system.suspendsApps || phase == .inactive
  }

  /// Whether the user can see no window of the app. A window without views on screen doesn't count,
  /// because views that are off screen may receive no phases.
  private var isInBackground: Bool {
    followingWindows.allSatisfy { $0.views == 0 || ($0.phase ?? .background) == .background }
  }
}

// MARK: - The app

extension AppLifecycle {
  private func hear(_ event: AppEvent) {
    switch event {
    case .became(let phase):
      appPhase = phase
      let changed = followingWindows.filter { $0.became(phase, fromView: false) }
      if !changed.isEmpty { save(after: phase) }
    case .willTerminate:
      // Save all changes before the process ends.
      MainLoop.endTurn()
      for store in stores { store.writer.endInOrder() }
      guard !system.keepsWindows else { return }
      for window in followingWindows where window.store.configuration.launch == .followsSystem {
        window.window.close()
      }
    }
  }

  /// The stores of the windows, each once.
  private var stores: [NavStore] {
    followingWindows.map(\.store).reduce(into: []) { stores, store in
      if !stores.contains(where: { $0 === store }) { stores.append(store) }
    }
  }

  /// Saves all changes of the stores unless `phase`, of the app or of a window, is the active phase.
  /// Closes their files if the user can see no window of the app. If the phase is uncertain, the
  /// files are closed only if no window is in front after ``AppSystem/pause()``.
  ///
  /// Changes that can't be saved stay in memory. The store reports the error, and tries to save them
  /// again.
  private func save(after phase: NavStore.ScenePhase, isCertain: Bool = true) {
    guard phase != .active else { return }
    let suspends = phase == .background && system.suspendsApps && isInBackground
    for store in stores {
      let flush: @MainActor @Sendable () async -> Void = {
        MainLoop.endTurn()
        try? await store.flush()
      }
      guard suspends else {
        Task { await flush() }
        continue
      }
      system.work { [self] in
        // Before the file is closed, because `flush` ends the open turn.
        await flush()
        if !isCertain {
          await system.pause()
          guard await isInBackground else { return }
        }
        try? await store.suspend()
      }
    }
  }
}
