import NavStore
import Observation

/// What the faces of a window share: its store, its scene, and who is signed in. Held by each of them,
/// while the window holds its routers.
@MainActor
final class WindowContext: Observable {
  nonisolated let scene: String

  let lazyStore: LazyStore

  /// The account and since when it is signed in.
  private(set) var stay: AccountStay

  /// How often somebody else came to be signed in.
  private(set) var switches = 0

  /// What the app has of it, while somebody holds that.
  weak var held: NavWindow? {
    didSet { if oldValue == nil { enroll() } }
  }

  private lazy var observed = Observed(\WindowContext.account)
  private lazy var observedProblem = Observed(\WindowContext.problem)

  /// Ends the notifications of the store's problem; nil before ``problem`` was first read.
  private var stopFollowing: (@Sendable () -> Void)?
  private var faces: [Face] = []

  private struct Face {
    weak var face: (any WindowFace)?
  }

  /// Those of windows that something was made in.
  private static var all: [Weak] = []

  private struct Weak {
    weak var context: WindowContext?
  }

  nonisolated init(_ lazyStore: LazyStore, scene: String, account: String) {
    self.lazyStore = lazyStore
    self.scene = scene
    stay = AccountStay(account)
  }

  deinit {
    stopFollowing?()
  }

  /// The store. Opens the app's own at first use.
  var store: NavStore { lazyStore.store }

  /// Why changes in the window are not saved, whatever they are; nil if saving works. Observed.
  var problem: NavStore.Error? {
    observedProblem.access(self)
    let store = store
    if stopFollowing == nil {
      stopFollowing = store.followProblem { [weak self] in
        // On the thread that noticed the problem.
        MainLoop.schedule { self?.tellOfProblem() }
      }
    }
    return hasLeft ? .accountErased : store.problem
  }

  private func tellOfProblem() {
    observedProblem.tell(self)
  }

  /// Waits until what was changed is in the file.
  func flush() async throws(NavStore.Error) {
    if hasLeft { throw .accountErased }
    try await store.flush()
  }

  var account: String {
    observed.access(self)
    return stay.account
  }

  /// Has `face` follow who is signed in, from now on; held weakly. One that decides what others show
  /// comes `first`.
  func add(_ face: any WindowFace, first: Bool = false) {
    faces.removeAll { $0.face == nil || $0.face === face }
    faces.insert(Face(face: face), at: first ? 0 : faces.endIndex)
  }

  /// Somebody else is signed in: every face lets go of what it shows, and reads what that account has
  /// when it is next asked. Nothing happens if the same account is still the one.
  func signIn(_ account: String) {
    guard account != stay.account || hasLeft else { return }
    let faces = faces.compactMap(\.face)
    for face in faces { face.leaveAccount() }
    observed.change(of: self) {
      stay = AccountStay(account)
      switches += 1
    }
    for face in faces { face.enterAccount() }
    if stopFollowing != nil { tellOfProblem() }
  }

  /// Nobody is signed in any more, in any window of this account and store.
  func signOutEverywhere() {
    let (account, store) = (stay.account, store)
    for context in Self.all.compactMap(\.context)
    where context.stay.account == account && context.store === store {
      context.signIn("")
    }
  }

  private func enroll() {
    Self.all.removeAll { $0.context == nil || $0.context === self }
    Self.all.append(Weak(context: self))
  }

  /// Whether the account was erased as a whole since it came to be signed in.
  private var hasLeft: Bool {
    lazyStore.made?.hasEnded(stay) ?? false
  }

  var window: NavWindow { held ?? NavWindow(self) }
}

extension WindowContext {
  /// A value of the window, of who is signed in; nil if there is none.
  func value<T: Codable>(
    named name: String, adopting source: NavStore.AdoptionSource<T>? = nil
  ) throws -> T? {
    guard !store.hasEnded(stay) else { return nil }
    return try store.sceneValue(T.self, named: name, in: scene, of: stay, adopting: source)
  }

  /// Keeps a value of the window, as part of the turn. One that is too large, or has no valid key, is
  /// kept in memory and reported.
  func keep(_ value: some Encodable, named name: String) {
    MainLoop.change {
      lazyStore.reporting { () throws(NavStore.Error) in
        try store.keepSceneValue(value, named: name, in: scene, of: stay, inTurn: true)
        OpenTurns.add(valuesOf: store)
      }
    }
  }
}

/// What shows something of a window's account: a router, tabs, a list.
@MainActor
protocol WindowFace: AnyObject {
  /// Lets go of what the account has, once it is saved. Nobody is told yet.
  func leaveAccount()

  /// Somebody else is signed in: tells views, which read anew.
  func enterAccount()
}
