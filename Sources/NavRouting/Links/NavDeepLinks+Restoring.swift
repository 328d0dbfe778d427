import NavStore
import NavStorePlatform

/// What a link does to the stack that it finds: one rule for the launch, one for later.
///
/// See ``NavDeepLinks/init(schemes:hosts:atLaunch:whileRunning:launchWindow:parkedLimit:expiresAfter:maximumLength:patterns:)``;
/// a pattern can have rules of its own: ``NavLinkPattern/rule(atLaunch:whileRunning:)``.
public enum NavLinkRule: Sendable, Hashable {
  /// The link's routes become the stack, in one change; the old stack is one Back away.
  case replaceStack

  /// The link's routes go on top. If they are there already, nothing changes.
  case pushOnTop

  /// The stack stays, and the link is ignored.
  case keepStack
}

// MARK: - Against the restored stack

extension NavDeepLinks {
  /// A stack, and its revision after a link changed it.
  struct Trace {
    weak var session: NavStore.Session<Route>?
    let revision: Int

    /// Whether nothing has changed the stack since.
    var isFresh: Bool { session.map { $0.revision == revision } ?? false }
  }

  func open(
    _ arrival: Arrival, in router: NavRouter<Route>, attachedAt: Date,
    select: (@MainActor () -> Void)?
  ) -> Outcome {
    // The first access restores: the link cannot race with it.
    let path = router.path
    let session = router.session
    let digest = arrival.id.map(Self.digest)
    if let digest, remembered(in: router).contains(digest) {
      trace(arrival, in: router)
      return .ignored
    }

    let (routes, options) = (arrival.match.routes, arrival.match.options)
    let isAtLaunch =
      isWithin(launchWindow, from: attachedAt, to: arrival.time) && isAsRestored(session)
    let isRestored = isAtLaunch && !path.isEmpty && !router.restoration.stack.isEmpty
    let rule =
      isRestored ? options.atLaunch ?? atLaunch : options.whileRunning ?? whileRunning
    MainLoop.call {
      switch rule {
      case .keepStack: break
      case .replaceStack:
        select?()
        router.path = routes
      case .pushOnTop:
        select?()
        if !router.path.suffix(routes.count).elementsEqual(routes) {
          router.push(contentsOf: routes)
        }
      }
    }
    let left = trace(arrival, in: router)
    if let digest { remember(digest, in: router) }
    guard rule != .keepStack else { return .ignored }
    traces.removeAll { $0.session == nil || $0.session === session }
    if isAtLaunch { traces.append(left) }
    return .opened(routes)
  }

  /// Whether nothing but links has changed the stack since it was restored.
  private func isAsRestored(_ session: NavStore.Session<Route>) -> Bool {
    if session.revision == 0 { return true }
    if traces.contains(where: { $0.session === session && $0.isFresh }) { return true }
    // A validation takes routes out without the user.
    let restoration = session.restoration
    guard session.isValidated else { return false }
    var found = restoration.stack[...]
    return session.path.allSatisfy { route in
      guard let index = found.firstIndex(of: route) else { return false }
      found = found[(index + 1)...]
      return true
    }
  }

  /// Notes the state of the stack after an arrival.
  @discardableResult
  private func trace(_ arrival: Arrival, in router: NavRouter<Route>) -> Trace {
    let trace = Trace(session: router.session, revision: router.session.revision)
    for index in handled.indices where handled[index].isOf(arrival) {
      handled[index].trace = trace
    }
    return trace
  }
}

// MARK: - Over a relaunch

extension NavDeepLinks {
  /// The scene value that holds the digests of the latest deliveries.
  private static var valueName: String { "navdeeplinks.handled" }

  /// A digest instead of the id, which can hold private data.
  private static func digest(_ id: String) -> Int64 {
    var fingerprint = Fingerprint()
    fingerprint.combine(id)
    return fingerprint.value
  }

  private func remembered(in router: NavRouter<Route>) -> [Int64] {
    guard router.startProblem == nil else { return [] }
    return Self.remembered(in: router.session.scene, of: router.store)
  }

  private static func remembered(in scene: String, of store: NavStore) -> [Int64] {
    ((try? store.sceneValue([Int64].self, named: valueName, in: scene)) ?? nil) ?? []
  }

  private func remember(_ digest: Int64, in router: NavRouter<Route>) {
    // A router that works in memory only has no scene value.
    guard router.startProblem == nil else { return }
    let before = lastRemembering
    // Read now: a router that is detached meanwhile, when its account signs out, has no scene.
    let (store, session) = (router.store, router.session)
    lastRemembering = Task {
      await before?.value
      // The stack first: if the process ends in between, the link opens again and is found open. In
      // the other order it would be lost.
      OpenTurns.endAll()
      guard (try? await store.commit()) != nil else { return }
      let known = Self.remembered(in: session.scene, of: store).filter { $0 != digest }
      try? store.setSceneValue(
        Array((known + [digest]).suffix(16)), named: Self.valueName, in: session.scene)
    }
  }

  /// Waits until the file holds the stacks that deliveries with an id opened, and their digests.
  /// Returns also if saving failed.
  func flush() async {
    await lastRemembering?.value
  }
}
