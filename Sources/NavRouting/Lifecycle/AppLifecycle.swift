import NavStore

/// An object that is notified of the app's own phases, which also count for windows without views.
@MainActor
protocol FollowsApp: AnyObject {
  /// Notes the app's phase, which counts unless a view of the window reports its own.
  func appBecame(_ phase: NavStore.ScenePhase)
  func appWillTerminate()

  /// The store to save when the user leaves; `nil` if the window's views save it.
  var storeToSave: NavStore? { get }

  /// Ends the turn that is open, if there is one.
  func endTurn()
}

/// A state machine that follows the phases of the app and its windows, and saves or suspends the
/// stores. It accesses the system only through ``AppSystem``.
///
/// In SwiftUI, a window's views report its phases. For windows without such views (UIKit, AppKit),
/// the app's own phases count.
@MainActor
final class AppLifecycle {
  static let shared = AppLifecycle(system: ThisSystem())

  /// The work for the store of a window.
  enum Work: Sendable {
    case nothing

    /// Wait until everything is in the file.
    case flush

    /// Close the file, because the user can see no window.
    case suspend

    /// Close the file if no window is in front a moment later. The background phase may be wrong:
    /// views report it also while a window is being made, and in windows that receive no phases.
    case suspendUnlessShown
  }

  private let system: any AppSystem
  private var windows: [Window] = []
  private var followers: [Follower] = []

  /// Whether the system announces phases; `nil` before the first call of `listen`.
  private var isTold: Bool?

  /// The app's latest phase; `nil` if the system has not announced one.
  private(set) var appPhase: NavStore.ScenePhase?

  private struct Follower {
    weak var object: (any FollowsApp)?
  }

  private struct Window {
    weak var owner: AnyObject?
    var phase: NavStore.ScenePhase
    var hasBeenInFront: Bool
  }

  init(system: any AppSystem) {
    self.system = system
  }
}

// MARK: - Windows

extension AppLifecycle {
  /// The actions of a window whose views report its phases.
  struct Client {
    /// Called with each phase and whether it is certain: see ``AppLifecycle/known(_:of:)``.
    let sceneBecame: @MainActor (_ phase: NavStore.ScenePhase, _ isCertain: Bool) -> Void
    let flush: @MainActor () async -> Void
    let store: @MainActor () -> NavStore?
  }

  /// The phase of a window, and whether its own views have reported it.
  struct Known: Equatable {
    let phase: NavStore.ScenePhase
    let isCertain: Bool
  }

  /// Notes the phase of the window of `owner`, and saves or suspends its store.
  func window(_ owner: AnyObject, became phase: NavStore.ScenePhase, _ client: Client) {
    let work = note(phase, of: owner)
    let known = known(phase, of: owner)
    client.sceneBecame(known.phase, known.isCertain)
    switch work {
    case .nothing: break
    case .flush: Task { await client.flush() }
    case .suspend, .suspendUnlessShown:
      guard let store = client.store() else { return }
      let mayBeShown = work == .suspendUnlessShown
      // Flush first, because only the router can end the turn.
      suspend(store, unlessShown: mayBeShown, after: client.flush)
    }
  }

  /// Returns the phase of a window whose views report `phase`.
  ///
  /// Views that receive no phases, as in a hosting controller of a UIKit app, always report
  /// `background`. Until they report another phase, the app's phase counts.
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

  /// Stops counting the window of `owner`, because a view that is off screen may receive no phases.
  func forget(_ owner: AnyObject) {
    windows.removeAll { $0.owner == nil || $0.owner === owner }
  }

  /// Whether the user closed a window whose views disappeared in `phase`.
  ///
  /// In the background, the system may have disconnected the window to save memory, and may restore
  /// it later. The Mac disconnects no windows. An active window still shows another view in front.
  func isClosed(goingWhile phase: NavStore.ScenePhase) -> Bool {
    !system.suspendsApps || phase == .inactive
  }

  /// Whether no phase shows that the user can see a window.
  private var isInBackground: Bool {
    let isAppInFront = appPhase.map { $0 != .background } ?? false
    return windows.allSatisfy { window in
      window.phase == .background && (window.hasBeenInFront || !isAppInFront)
    }
  }
}

// MARK: - The app

extension AppLifecycle {
  /// Notifies `object` of the app's latest phase and of all later ones.
  func follow(_ object: any FollowsApp) {
    let isTold = isTold ?? system.listen { [unowned self] event in hear(event) }
    self.isTold = isTold
    guard isTold else { return }
    followers.removeAll { $0.object == nil || $0.object === object }
    followers.append(Follower(object: object))
    if let appPhase { object.appBecame(appPhase) }
  }

  private func hear(_ event: AppEvent) {
    let followers = followers.compactMap(\.object)
    switch event {
    case .became(let phase):
      appPhase = phase
      for follower in followers { follower.appBecame(phase) }
      if phase != .active { save(followers, suspends: phase == .background) }
    case .lostFocus: save(followers, suspends: false)
    case .willTerminate:
      for follower in followers { follower.appWillTerminate() }
      if !system.keepsWindows { WindowContext.closeAllFollowingSystem() }
    }
  }

  /// Saves or suspends each store that no view saves, once.
  private func save(_ followers: [any FollowsApp], suspends: Bool) {
    var stores: [NavStore] = []
    for follower in followers {
      guard let store = follower.storeToSave else { continue }
      follower.endTurn()
      if !stores.contains(where: { $0 === store }) { stores.append(store) }
    }
    for store in stores {
      if suspends && system.suspendsApps {
        suspend(store, unlessShown: false) {}
      } else {
        // The store reports a failure and tries again.
        Task { try? await store.flush() }
      }
    }
  }

  private func suspend(
    _ store: NavStore, unlessShown mayBeShown: Bool,
    after flush: @escaping @MainActor () async -> Void
  ) {
    system.work { [self] in
      await flush()
      if mayBeShown {
        await system.pause()
        guard await isInBackground else { return }
      }
      // Changes that can't be saved stay in memory, and the store tries again.
      try? await store.suspend()
    }
  }
}
