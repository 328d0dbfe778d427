import NavStore
import NavStorePlatform
import Observation

/// The deep links of a scene: where they open, which of them are pending, and which were handled.
///
/// There is one for each store and scene key in the process. It outlives the window objects, because a new
/// account makes a new window of the same scene.
@MainActor
final class SceneLinks: Observable {
  // In milliseconds.
  private static let launchTime: Int64 = 5_000
  private static let pendingTime: Int64 = 600_000

  /// How soon after the same link a second one is the same delivery through another entry point, unless the
  /// user has navigated in between.
  private static let duplicateTime: Int64 = 2_000

  private static var all: [SceneLinks] = []

  private weak var store: NavStore?
  private let scene: String

  /// The latest window of the scene.
  private weak var window: WindowContext?

  /// The account of the scene's latest window; `nil` if it is signed out.
  private var account: LiveAccount?

  /// The latest last.
  private var receivers: [any AnyLinkReceiver] = []

  /// The time at which the window's first stack was on screen.
  private var launchedAt: Int64?

  /// The latest links, in the order in which they came in.
  private var arrivals: [LinkArrival] = []
  private var pending: [LinkArrival] = []
  private lazy var observed = Observed(\SceneLinks.pendingURLs)

  private init(_ context: WindowContext) {
    (store, scene, account) = (context.store, context.scene, context.signedIn)
    window = context
  }

  private static func known(_ context: WindowContext) -> SceneLinks? {
    all.first { $0.store === context.store && $0.scene.utf8.elementsEqual(context.scene.utf8) }
  }

  /// Returns the links of a window's scene.
  static func of(_ context: WindowContext) -> SceneLinks {
    if let known = known(context) { return known }
    // A closed window may never be opened again.
    all.removeAll { links in
      links.store == nil || links.window == nil && links.pending.isEmpty
    }
    let made = SceneLinks(context)
    all.append(made)
    return made
  }

  /// Notes that a window is the latest of its scene. The links that came in while the user was signed out
  /// become the first account's; those of other accounts are dropped.
  static func appeared(_ context: WindowContext) {
    guard let links = known(context) else { return }
    links.window = context
    guard links.account !== context.signedIn else { return }
    (links.account, links.launchedAt) = (context.signedIn, nil)
    guard let account = links.account else { return }
    for arrival in links.pending where arrival.account == nil { arrival.account = account }
    // Later, because a view may be making the window.
    MainLoop.schedule { links.retry() }
  }

  /// Opens links by `receiver` from now on, and at once the pending ones.
  func add(_ receiver: any AnyLinkReceiver) {
    receivers.removeAll {
      $0.isLike(receiver) && ($0.anyTarget == nil || $0.anyTarget === receiver.anyTarget)
    }
    receivers.append(receiver)
    if receiver.anyTarget != nil { launchedAt = launchedAt ?? now }
    retry()
  }

  /// Opens a link that came in through a window.
  func open(_ url: URL, id: String?, in context: WindowContext) -> NavLinkOutcome {
    let arrival = LinkArrival(url, id: id, time: now, account: context.signedIn ?? account)
    arrivals.append(arrival)
    if arrivals.count > 32 { arrivals.removeFirst() }
    return settle(arrival)
  }

  /// The pending links, the oldest first. Observed.
  var pendingURLs: [URL] {
    observed.access(self)
    return pending.filter(isKept).map(\.url)
  }

  /// Opens the pending links that may open by now.
  func retry() {
    guard !pending.isEmpty else { return }
    let taken = pending
    observed.change(of: self) { pending = [] }
    for arrival in taken { settle(arrival) }
  }

  private var now: Int64 { store?.writer.now ?? 0 }

  /// Whether a link came in before the window's first stack was on screen, or soon after that.
  func isAtLaunch(_ arrival: LinkArrival) -> Bool {
    arrival.time &- (launchedAt ?? arrival.time) <= Self.launchTime
  }

  /// Whether a link of the launch was the last to change a stack.
  func hasOnlyOpenedLinks(in session: AnyObject) -> Bool {
    arrivals.contains { arrival in
      guard let trace = arrival.trace else { return false }
      return trace.isAtLaunch && trace.session === session && trace.isFresh()
    }
  }
}

// MARK: - One link

extension SceneLinks {
  /// Opens a link, keeps it or gives it up, and reports that.
  @discardableResult
  private func settle(_ arrival: LinkArrival) -> NavLinkOutcome {
    let outcome = admit(arrival)
    switch outcome {
    case .pending: keep(arrival)
    case .refused(let refusal): ProblemLog.note("Link refused: \(refusal)")
    default: break
    }
    // If it comes in again, it is new.
    if outcome != .pending, arrival.trace == nil { arrivals.removeAll { $0 === arrival } }
    report(arrival, outcome)
    return outcome
  }

  private func admit(_ arrival: LinkArrival) -> NavLinkOutcome {
    guard isKept(arrival) else { return .refused(.superseded) }
    (arrival.receiver, arrival.match) = (nil, nil)
    var (options, isHere) = (LinkOptions(), false)
    var refusal: NavLinkRefusal?
    var refusing: (any AnyLinkReceiver)?
    for receiver in receivers.reversed() where !isHere {
      do throws(NavLinkRefusal) {
        let read = try receiver.read(arrival.url)
        isHere = read.isHere && receiver.account === account
        guard isHere || arrival.receiver == nil else { continue }
        (arrival.receiver, arrival.match, options) = (receiver, read.match, read.options)
      } catch {
        if refusal == nil || refusal == .unsupported {
          (refusal, refusing) = (error, error == .unsupported ? nil : receiver)
        }
      }
    }
    if let refusal, arrival.match == nil {
      arrival.receiver = refusing
      return .refused(refusal)
    }
    guard !isDuplicate(arrival) else { return .ignored }
    arrival.isGated = arrival.account !== account || options.requiresSignIn && account == nil
    guard isHere, !arrival.isGated, let receiver = arrival.receiver, let match = arrival.match
    else {
      return .pending
    }
    arrival.isGated = !receiver.mayOpen(match) { [weak self] in self?.retry() }
    return arrival.isGated ? .pending : receiver.open(arrival, of: self)
  }

  /// Whether a link is not too old, and no other account has appeared since it came in.
  private func isKept(_ arrival: LinkArrival) -> Bool {
    now &- arrival.time <= Self.pendingTime
      && (account == nil || arrival.account === account)
  }

  private func isDuplicate(_ new: LinkArrival) -> Bool {
    arrivals.prefix { $0 !== new }.contains { old in
      if let id = new.id, let oldID = old.id { return id == oldID }
      return (new.match.map { $0 == old.match } ?? (new.url == old.url))
        && new.time &- old.time <= Self.duplicateTime && old.trace?.isFresh() ?? true
    }
  }

  /// Adds a pending link, and drops the oldest if there are too many: one that needs a sign-in or the app's
  /// permission is kept, and eight that need a stack on screen.
  private func keep(_ arrival: LinkArrival) {
    observed.change(of: self) { pending.append(arrival) }
    let alike = pending.filter { $0.isGated == arrival.isGated }
    guard alike.count > (arrival.isGated ? 1 : 8) else { return }
    observed.change(of: self) { pending.removeAll { $0 === alike[0] } }
    arrivals.removeAll { $0 === alike[0] }
    report(alike[0], .refused(.superseded))
  }

  /// Reports the outcome to the app, by the receiver that has a pattern for the link, else by one of each
  /// type. That a link is pending is reported once.
  private func report(_ arrival: LinkArrival, _ outcome: NavLinkOutcome) {
    if outcome == .pending {
      guard !arrival.isReported, arrival.receiver != nil else { return }
      arrival.isReported = true
    }
    var told: [any AnyLinkReceiver] = []
    for receiver in arrival.receiver.map({ [$0] }) ?? receivers.reversed()
    where !told.contains(where: receiver.isLike) {
      told.append(receiver)
      receiver.report(arrival.url, outcome)
    }
    if outcome != .pending { arrival.receiver = nil }
  }
}

/// A link that has come in.
@MainActor
final class LinkArrival {
  let url: URL

  /// The system's identifier of the delivery, not of the link.
  let id: String?
  let time: Int64

  /// The account that it is for; `nil` until there is one.
  var account: LiveAccount?

  /// The receiver that opens it, or has at least a pattern for it, and what it opens there.
  var receiver: (any AnyLinkReceiver)?
  var match: AnyHashable?

  /// Whether it needs a sign-in or the app's permission.
  var isGated = false
  var isReported = false

  /// The state of its stack after it was opened or ignored.
  var trace: LinkTrace?

  init(_ url: URL, id: String?, time: Int64, account: LiveAccount?) {
    (self.url, self.id, self.time, self.account) = (url, id, time, account)
  }
}

/// A stack, as it was after a link.
@MainActor
struct LinkTrace {
  private(set) weak var session: AnyObject?

  /// Whether nothing has changed the stack since.
  let isFresh: @MainActor () -> Bool
  let isAtLaunch: Bool

  init(_ session: NavStore.Session<some Hashable & Sendable>, isAtLaunch: Bool) {
    let revision = session.revision
    self.session = session
    isFresh = { [weak session] in session?.revision == revision }
    self.isAtLaunch = isAtLaunch
  }
}
