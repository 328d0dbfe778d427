import NavStore
import NavStorePlatform
import Observation

/// The deep links of a scene: their receivers, the pending links, and the handled links.
///
/// The process has one instance for each store and scene key. An instance outlives the window
/// objects, because a new account has a new window for the same scene.
@MainActor
final class SceneLinks: Observable {
  // The times in milliseconds for which a link counts as a link at launch, and can be pending.
  private static let launchTime: Int64 = 5_000
  private static let pendingTime: Int64 = 600_000

  /// The time in milliseconds within which two equal links count as one that arrived through two
  /// entry points. A change of the stack between their arrivals ends this time.
  private static let duplicateTime: Int64 = 2_000

  private static var all: [SceneLinks] = []

  private weak var store: NavStore?
  private let scene: NavScene

  /// The latest window of the scene.
  private weak var window: WindowContext?

  /// The account of the scene's latest window; `nil` while the user is signed out.
  private var account: LiveAccount?

  /// The receivers of links, in the order in which they were added.
  private var receivers: [any AnyLinkReceiver] = []

  /// The time at which the first stack of the latest window appeared on screen; `nil` before that.
  private var launchedAt: Int64?

  /// The last 32 links, in the order of their arrival, for finding links that arrive twice.
  private var arrivals: [LinkArrival] = []
  private var pending: [LinkArrival] = []
  private lazy var observed = Observed(\SceneLinks.pendingURLs)

  private init(_ context: WindowContext) {
    (store, scene, account) = (context.store, context.scene, context.signedIn)
    window = context
  }

  /// Returns the instance for the scene of a window; `nil` if the scene has not used links yet.
  static func known(_ context: WindowContext) -> SceneLinks? {
    all.first { $0.store === context.store && $0.scene == context.scene }
  }

  /// Returns the instance for the scene of a window.
  static func of(_ context: WindowContext) -> SceneLinks {
    if let known = known(context) { return known }
    // Remove the unused instances of all scenes. A scene whose window was closed may never be
    // opened again, so no later event of that scene would remove its instance.
    all.removeAll { links in
      links.store == nil || links.window == nil && links.pending.isEmpty
    }
    let made = SceneLinks(context)
    all.append(made)
    return made
  }

  /// Notes that a window is the latest window of its scene.
  ///
  /// Pending links that arrived while the user was signed out are assigned to the window's account,
  /// if it has one. Pending links of other accounts are dropped.
  func appeared(_ context: WindowContext) {
    window = context
    guard account !== context.signedIn else { return }
    (account, launchedAt) = (context.signedIn, nil)
    guard let account else { return }
    for arrival in pending where arrival.account == nil { arrival.account = account }
    // Open the links in a later turn, because a view may be creating the window during this call.
    MainLoop.schedule { self.retry() }
  }

  /// Opens links with `receiver` after this call, beginning with the pending links.
  func add(_ receiver: any AnyLinkReceiver) {
    receivers.removeAll {
      type(of: $0) == type(of: receiver)
        && ($0.anyTarget == nil || $0.anyTarget === receiver.anyTarget)
    }
    receivers.append(receiver)
    if receiver.anyTarget != nil { launchedAt = launchedAt ?? now }
    retry()
  }

  /// Opens a link that arrived through a window.
  func open(_ url: URL, id: String?, in context: WindowContext) -> NavLinkOutcome {
    let arrival = LinkArrival(url, id: id, time: now, account: context.signedIn ?? account)
    arrivals.append(arrival)
    if arrivals.count > 32 { arrivals.removeFirst() }
    return settle(arrival)
  }

  /// The pending links, the oldest first. Observable.
  var pendingURLs: [URL] {
    observed.access(self)
    return pending.filter(isKept).map(\.url)
  }

  /// Opens the pending links whose conditions are met, and keeps the others pending.
  func retry() {
    guard !pending.isEmpty else { return }
    let taken = pending
    observed.change(of: self) { pending = [] }
    for arrival in taken { settle(arrival) }
  }

  private var now: Int64 { store?.writer.now ?? 0 }

  /// Whether a link arrived before the window's first stack was on screen, or at most
  /// ``launchTime`` after the stack appeared.
  func isAtLaunch(_ arrival: LinkArrival) -> Bool {
    arrival.time &- (launchedAt ?? arrival.time) <= Self.launchTime
  }

  /// Whether the last change of `stack` was made by a link at launch.
  func hasOnlyOpenedLinks(in stack: LiveStack) -> Bool {
    arrivals.contains { $0.wasAtLaunch && $0.stack === stack && $0.isFresh }
  }
}

// MARK: - One link

extension SceneLinks {
  /// Opens a link, keeps it pending or drops it, and reports the outcome.
  @discardableResult
  private func settle(_ arrival: LinkArrival) -> NavLinkOutcome {
    let outcome = admit(arrival)
    switch outcome {
    case .pending: keep(arrival)
    case .refused(let refusal): ProblemLog.note("Link refused: \(refusal)")
    default: break
    }
    // Forget a link that reached no stack, so that it counts as new if it arrives again.
    if outcome != .pending, arrival.revision == nil { arrivals.removeAll { $0 === arrival } }
    report(arrival, outcome)
    return outcome
  }

  private func admit(_ arrival: LinkArrival) -> NavLinkOutcome {
    guard isKept(arrival) else { return .refused(.superseded) }
    (arrival.receiver, arrival.match) = (nil, nil)
    var isHere = false
    var refusal = NavLinkRefusal.unsupported
    for receiver in receivers.reversed() where !isHere {
      do throws(NavLinkRefusal) {
        let read = try receiver.read(arrival.url)
        isHere = read.isHere && receiver.account === account
        guard isHere || arrival.match == nil else { continue }
        (arrival.receiver, arrival.match) = (receiver, read.match)
      } catch {
        guard arrival.receiver == nil, error != .unsupported else { continue }
        (arrival.receiver, refusal) = (receiver, error)
      }
    }
    guard arrival.match != nil || receivers.isEmpty else { return .refused(refusal) }
    guard !isDuplicate(arrival) else { return .ignored }
    let requiresSignIn = arrival.match?.options.requiresSignIn ?? false
    arrival.isGated = arrival.account !== account || requiresSignIn && account == nil
    guard isHere, !arrival.isGated, let receiver = arrival.receiver else { return .pending }
    return receiver.open(arrival, of: self)
  }

  /// Whether a link arrived at most ``pendingTime`` ago, and no window of another account has
  /// appeared in the scene since its arrival.
  private func isKept(_ arrival: LinkArrival) -> Bool {
    now &- arrival.time <= Self.pendingTime
      && (account == nil || arrival.account === account)
  }

  private func isDuplicate(_ new: LinkArrival) -> Bool {
    arrivals.prefix { $0 !== new }.contains { old in
      if let id = new.id, let oldID = old.id { return id == oldID }
      return (new.match.map { $0 == old.match } ?? (new.url == old.url))
        && new.time &- old.time <= Self.duplicateTime && old.isFresh
    }
  }

  /// Adds a pending link, and drops the oldest link of the same sort if there are too many.
  ///
  /// Keeps one link that needs a sign-in or the app's permission, and eight links that need a stack
  /// on screen.
  private func keep(_ arrival: LinkArrival) {
    observed.change(of: self) { pending.append(arrival) }
    let alike = pending.filter { $0.isGated == arrival.isGated }
    guard alike.count > (arrival.isGated ? 1 : 8) else { return }
    observed.change(of: self) { pending.removeAll { $0 === alike[0] } }
    arrivals.removeAll { $0 === alike[0] }
    report(alike[0], .refused(.superseded))
  }

  /// Reports the outcome to the app, through the receiver that has a pattern for the link, or else
  /// through one receiver of each element type. The outcome `pending` is reported once for each
  /// link.
  private func report(_ arrival: LinkArrival, _ outcome: NavLinkOutcome) {
    if outcome == .pending {
      guard !arrival.isReported, arrival.receiver != nil else { return }
      arrival.isReported = true
    }
    var notified: [any AnyLinkReceiver] = []
    for receiver in arrival.receiver.map({ [$0] }) ?? receivers.reversed()
    where !notified.contains(where: { type(of: $0) == type(of: receiver) }) {
      notified.append(receiver)
      receiver.report(arrival.url, outcome)
    }
    if outcome != .pending { arrival.receiver = nil }
  }
}

/// A link that has arrived through a window of the scene.
@MainActor
final class LinkArrival {
  let url: URL

  /// The identifier that the system gave to the delivery of the link, such as a notification's. It
  /// doesn't identify the URL.
  let id: String?
  let time: Int64

  /// The account that the link belongs to; `nil` until an account is signed in.
  var account: LiveAccount?

  /// The receiver that opens the link, or at least has a pattern for it. `match` is the link's
  /// match in the receiver's table.
  var receiver: (any AnyLinkReceiver)?
  var match: LinkMatch?

  /// Whether the link is pending because it needs a sign-in or the app's permission.
  var isGated = false
  var isReported = false

  /// The stack that the link reached, whether it opened there or was ignored.
  weak var stack: LiveStack?

  /// The revision of the stack just after that; `nil` if the link reached no stack.
  var revision: Int?

  /// Whether the link counted as a link at launch when it reached the stack.
  var wasAtLaunch = false

  init(_ url: URL, id: String?, time: Int64, account: LiveAccount?) {
    (self.url, self.id, self.time, self.account) = (url, id, time, account)
  }

  /// Whether the stack that the link reached is unchanged since then. `true` if there is none.
  var isFresh: Bool { stack?.withState { $0.stack.revision } == revision }
}
