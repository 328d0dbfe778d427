import NavStore

/// Follows the phases of the app and of its windows, and saves the stores or closes their files.
/// Accesses the system only through ``AppSystem``.
///
/// In SwiftUI, a window's views report its phases. A window without such views (UIKit, AppKit) has
/// the phases of the app.
@MainActor
final class AppLifecycle {
  static let shared = AppLifecycle(system: ThisSystem())

  /// The work that a new phase of a window requires for the window's store.
  enum Work: Sendable {
    case nothing

    /// Wait until all changes of the store are in its file.
    case flush

    /// Close the store's file, because the user can see no window of the app.
    case suspend

    /// Close the store's file if no window of the app is in front after ``AppSystem/pause()``. The
    /// background phase of the window may be wrong. Views also report that phase while a window is
    /// being made, and in windows that receive no phases.
    case suspendUnlessShown
  }

  private let system: any AppSystem
  private var windows: [Window] = []

  /// Each closure returns a window, which it references weakly.
  private var followers: [() -> WindowContext?] = []

  /// The app's latest phase; `nil` if the system has not announced one.
  private(set) var appPhase: NavStore.ScenePhase?

  private struct Window {
    weak var owner: AnyObject?
    var phase: NavStore.ScenePhase
    var hasBeenInFront: Bool
  }

  init(system: any AppSystem) {
    self.system = system
    system.listen { [unowned self] event in hear(event) }
  }
}

// MARK: - Windows

extension AppLifecycle {
  /// The phase of a window. It is certain if a view of the window has reported it, or if the window
  /// has no such views. It is uncertain if it is the app's phase in place of the window's: see
  /// ``AppLifecycle/known(_:of:)``.
  struct Known: Equatable {
    let phase: NavStore.ScenePhase
    let isCertain: Bool
  }

  /// Notes the phase of the window of `owner`, a view of that window, and saves the window's store
  /// or closes its file.
  func window(
    _ owner: AnyObject, became phase: NavStore.ScenePhase, _ context: WindowContext
  ) {
    let work = note(phase, of: owner)
    context.sceneBecame(known(phase, of: owner))
    perform(work, on: context.store)
  }

  /// Returns the phase of a window whose views report `phase`.
  ///
  /// Views that receive no phases, as in a hosting controller of a UIKit app, always report
  /// `background`. Until they report another phase, the result is the app's phase.
  func known(_ phase: NavStore.ScenePhase, of owner: AnyObject) -> Known {
    let hasBeenInFront = windows.first { $0.owner === owner }?.hasBeenInFront ?? false
    guard phase == .background, !hasBeenInFront else {
      return Known(phase: phase, isCertain: true)
    }
    return Known(phase: appPhase ?? .background, isCertain: false)
  }

  /// Notes the phase of the window of `owner`, and returns the work that it requires.
  @discardableResult
  func note(_ phase: NavStore.ScenePhase, of owner: AnyObject) -> Work {
    let hasBeenInFront = windows.first { $0.owner === owner }?.hasBeenInFront ?? false
    forget(owner)
    windows.append(
      Window(
        owner: owner, phase: phase, hasBeenInFront: hasBeenInFront || phase != .background))
    switch phase {
    case .active: return .nothing
    case .inactive: return .flush
    case .background:
      guard system.suspendsApps, isInBackground else { return .flush }
      return hasBeenInFront ? .suspend : .suspendUnlessShown
    }
  }

  /// Removes the window of `owner` from the tracked windows, because views that are off screen may
  /// receive no phases.
  func forget(_ owner: AnyObject) {
    windows.removeAll { $0.owner == nil || $0.owner === owner }
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

  /// Whether the user can see no window of the app, according to the phases of the windows and the
  /// app.
  private var isInBackground: Bool {
    let isAppInFront = appPhase.map { $0 != .background } ?? false
    return windows.allSatisfy { window in
      window.phase == .background && (window.hasBeenInFront || !isAppInFront)
    }
  }
}

// MARK: - The app

extension AppLifecycle {
  /// The windows that are notified of the app's phases, in the order of their first use.
  var followingWindows: [WindowContext] { followers.compactMap { $0() } }

  /// Notifies a window of the app's latest phase, and of each later phase, because the window may
  /// have no views that report its phases.
  func follow(_ window: WindowContext) {
    followers.removeAll { $0() == nil || $0() === window }
    followers.append { [weak window] in window }
    if let appPhase { window.appBecame(appPhase) }
  }

  private func hear(_ event: AppEvent) {
    switch event {
    case .became(let phase):
      appPhase = phase
      for window in followingWindows { window.appBecame(phase) }
      if phase != .active { save(suspends: phase == .background) }
    case .willTerminate:
      // Save all changes before the process ends.
      OpenTurns.endAll()
      for window in followingWindows { window.store.writer.endInOrder() }
      guard !system.keepsWindows else { return }
      for window in followingWindows where window.store.configuration.launch == .followsSystem {
        window.window.close()
      }
    }
  }

  /// Saves the store of each window whose views don't save it, or closes its file if `suspends` is
  /// `true`. A store of several windows is saved or closed once.
  private func save(suspends: Bool) {
    OpenTurns.endAll()
    let stores = followingWindows.compactMap(\.storeToSave)
    for (index, store) in stores.enumerated()
    where !stores[..<index].contains(where: { $0 === store }) {
      perform(suspends && system.suspendsApps ? .suspend : .flush, on: store)
    }
  }

  /// Performs `work`. Changes that can't be saved stay in memory. The store reports the error, and
  /// tries to save them again.
  private func perform(_ work: Work, on store: NavStore) {
    let flush: @MainActor @Sendable () async -> Void = {
      OpenTurns.endAll()
      try? await store.flush()
    }
    switch work {
    case .nothing: break
    case .flush: Task { await flush() }
    case .suspend, .suspendUnlessShown:
      system.work { [self] in
        // Before the file is closed, because `flush` ends the open turn.
        await flush()
        if work == .suspendUnlessShown {
          await system.pause()
          guard await isInBackground else { return }
        }
        try? await store.suspend()
      }
    }
  }
}
