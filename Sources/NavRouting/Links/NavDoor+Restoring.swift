#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// MARK: - Against the restored stack

extension NavDoor {
  /// A stack, and its revision after this door's last change of it.
  struct Trace {
    weak var session: NavStore.Session<Route>?
    let revision: Int

    /// Whether nobody has changed the stack since.
    var isFresh: Bool { session.map { $0.revision == revision } ?? false }
  }

  func open(
    _ arrival: Arrival, in router: NavRouter<Route>, attachedAt: Date,
    select: (@MainActor () -> Void)?
  ) -> NavLinkOutcome<Route> {
    // The first access: from here on there is no restoration left to lose a race with.
    let path = router.path
    let session = router.session
    let digest = arrival.delivery.id.map(Self.digest)
    if let digest, remembered(in: router).contains(digest) {
      trace(arrival, in: router)
      return .duplicate
    }

    let match = arrival.match
    let isAtLaunch =
      isWithin(settings.launchWindow, from: attachedAt, to: arrival.time) && isAsRestored(session)
    let isRestored = isAtLaunch && !path.isEmpty && !router.restoration.stack.isEmpty
    let launchRule = match.launchRule ?? settings.atLaunch
    if isRestored, launchRule == .restoreOnly {
      trace(arrival, in: router)
      if let digest { remember(digest, in: router) }
      return .ignored
    }
    let goesOnTop =
      isRestored
      ? launchRule == .linkOnTop
      : (match.arrivalRule ?? settings.whileRunning) == .pushOnTop
    select?()
    if !goesOnTop {
      router.path = match.routes
    } else if !router.path.suffix(match.routes.count).elementsEqual(match.routes) {
      router.push(contentsOf: match.routes)
    }
    let left = trace(arrival, in: router)
    traces.removeAll { $0.session == nil || $0.session === session }
    if isAtLaunch { traces.append(left) }
    if let digest { remember(digest, in: router) }
    return .opened(match.routes)
  }

  /// Whether nobody but this door has changed the stack since it was restored.
  private func isAsRestored(_ session: NavStore.Session<Route>) -> Bool {
    if session.revision == 0 { return true }
    if traces.contains(where: { $0.session === session && $0.isFresh }) { return true }
    // What a validation took out was not the user's doing.
    let restoration = session.restoration
    guard restoration.validation != nil else { return false }
    var found = restoration.stack[...]
    return session.path.allSatisfy { route in
      guard let index = found.firstIndex(of: route) else { return false }
      found = found[(index + 1)...]
      return true
    }
  }

  /// Notes in which state an arrival has left the stack.
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

extension NavDoor {
  /// The scene value that names the deliveries handled last.
  private static var valueName: String { "navdoor.deliveries" }

  /// Not the name itself: it may say more than the store has to know.
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
    // A router that works in memory only has no scene to remember it in.
    guard router.startProblem == nil else { return }
    let before = lastRemembering
    // Asked now: a router that is let go of meanwhile, as its account signs out, has no scene.
    let (store, session) = (router.store, router.session)
    lastRemembering = Task {
      await before?.value
      // The stack first: a process that ends in between opens the link again, and finds it open;
      // the other way round the link would be lost.
      session.endTurn()
      guard (try? await store.commit()) != nil else { return }
      let known = Self.remembered(in: session.scene, of: store).filter { $0 != digest }
      try? store.setSceneValue(
        Array((known + [digest]).suffix(16)), named: Self.valueName, in: session.scene)
    }
  }

  /// Waits until what was opened of deliveries with an id is in the file, and that it was: it is
  /// not opened again after a relaunch. Where saving failed it returns all the same.
  public func flush() async {
    await lastRemembering?.value
  }
}
