import NavStore

/// What hears of the app's own phases, which also reach windows that no view tells of.
@MainActor
protocol FollowsApp: AnyObject {
  /// Says what the app is to its user; counts unless a view of the window says more.
  func appBecame(_ phase: NavStore.ScenePhase)
  func appWillTerminate()

  /// The store that nobody else saves when the user leaves; nil if the window's views do.
  var storeToSave: NavStore? { get }

  /// Ends the turn that is open, if there is one.
  func endTurn()
}

/// What the windows of an app and the system say, and what follows for the stores: a state machine,
/// which asks the system for everything by ``AppSystem``.
///
/// A window's views say its phases, in SwiftUI. For windows of which no view speaks (UIKit, AppKit)
/// the app's own phases count.
@MainActor
final class AppLifecycle {
  static let shared = AppLifecycle(system: ThisSystem())

  /// What to do for the store of a window.
  enum Work: Sendable {
    case nothing

    /// Wait until everything is in the file.
    case flush

    /// Let go of the file: no window is left that the user can see.
    case suspend

    /// The same, if no window has come to the front a moment later: views of a window that is just
    /// being made, or that are told of no phases, say that it is in the background too.
    case suspendUnlessShown
  }

  private let system: any AppSystem
  private var windows: [Window] = []
  private var followers: [Follower] = []

  /// Whether the system announces phases; nil until it was asked to.
  private var isTold: Bool?

  /// What the system last said of the app; nil if it has not said anything.
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
  /// What acts for a window whose views say its phases.
  struct Client {
    /// Is told of each phase, and whether it is certain: see ``AppLifecycle/known(_:of:)``.
    let sceneBecame: @MainActor (_ phase: NavStore.ScenePhase, _ isCertain: Bool) -> Void
    let flush: @MainActor () async -> Void
    let store: @MainActor () -> NavStore?
  }

  /// What a window is to its user, and whether its own views have said so.
  struct Known: Equatable {
    let phase: NavStore.ScenePhase
    let isCertain: Bool
  }

  /// Notes the phase of the window that `owner` is of, and does what follows.
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
      // The end of the turn first: only the router knows of it.
      suspend(store, unlessShown: mayBeShown, after: client.flush)
    }
  }

  /// What is known of a window of which its views say `phase`.
  ///
  /// Views that nobody tells of phases, as in a hosting controller of an app that UIKit runs, say
  /// `background` for ever. Until they have said anything else, the app is believed.
  func known(_ phase: NavStore.ScenePhase, of owner: AnyObject) -> Known {
    let hasBeenInFront = windows.first { $0.owner === owner }?.hasBeenInFront ?? false
    guard phase == .background, !hasBeenInFront else {
      return Known(phase: phase, isCertain: true)
    }
    return Known(phase: appPhase ?? .background, isCertain: false)
  }

  /// Notes the phase of the window that `owner` is of.
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

  /// No longer counts `owner`: a view that is off the screen may not hear of phases.
  func forget(_ owner: AnyObject) {
    windows.removeAll { $0.owner == nil || $0.owner === owner }
  }

  /// Whether a window whose views have gone while it was in `phase` was closed by its user.
  ///
  /// A window that the system disconnects to save memory goes in the background, and comes back; on
  /// the Mac none is. One that is active still shows something else, in front of what has gone.
  func isClosed(goingWhile phase: NavStore.ScenePhase) -> Bool {
    !system.suspendsApps || phase == .inactive
  }

  /// Whether nothing says that the user can see a window.
  private var isInBackground: Bool {
    let isAppInFront = appPhase.map { $0 != .background } ?? false
    return windows.allSatisfy { window in
      window.phase == .background && (window.hasBeenInFront || !isAppInFront)
    }
  }
}

// MARK: - The app

extension AppLifecycle {
  /// Tells `object` of the app's phases from now on, and of the last one.
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

  /// Saves the stores that no view saves, each once.
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
        // A failure is retried by the store, and heard there.
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
      // What could not be saved stays in memory, and is tried again.
      try? await store.suspend()
    }
  }
}
