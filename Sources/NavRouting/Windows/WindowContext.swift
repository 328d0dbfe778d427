import NavStore
import Observation

/// The store, the scene and the account of a window. The window's routers, tabs and lists share and
/// retain it.
@MainActor
final class WindowContext: Observable {
  nonisolated let scene: String

  let lazyStore: LazyStore

  /// The account and since when it is signed in.
  private(set) var stay: AccountStay

  /// The number of changes of the account.
  private(set) var switches = 0

  /// The window, while the app retains it.
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

  /// The contexts of windows in which something was made.
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

  /// Notifies `face`, without retaining it, of changes of the account. One that determines what others
  /// show is notified `first`.
  func add(_ face: any WindowFace, first: Bool = false) {
    faces.removeAll { $0.face == nil || $0.face === face }
    faces.insert(Face(face: face), at: first ? 0 : faces.endIndex)
  }

  /// Sets the account: every face drops what it shows, and reads what the account has on its next
  /// access. Does nothing if the account is the current one.
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

  /// Signs out every window of this account and store.
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

  /// Whether the account was erased after it was set.
  private var hasLeft: Bool {
    lazyStore.made?.hasEnded(stay) ?? false
  }

  var window: NavWindow { held ?? NavWindow(self) }
}

extension WindowContext {
  /// A value of the window and its account; `nil` if there is none.
  func value<T: Codable>(
    named name: String, adopting source: NavStore.AdoptionSource<T>? = nil
  ) throws -> T? {
    guard !store.hasEnded(stay) else { return nil }
    return try store.sceneValue(T.self, named: name, in: scene, of: stay, adopting: source)
  }

  /// Keeps a value of the window, as part of the turn. One that is too large, or has no valid key, is
  /// kept in memory and reported.
  func keep(_ value: some Encodable, named name: String) {
    MainLoop.call {
      lazyStore.reporting { () throws(NavStore.Error) in
        try store.keepSceneValue(value, named: name, in: scene, of: stay, inTurn: true)
        OpenTurns.add(valuesOf: store)
      }
    }
  }
}

/// An object that shows something of a window's account: a router, tabs, a list.
@MainActor
protocol WindowFace: AnyObject {
  /// Saves and drops what it has of the account. Notifies no observers.
  func leaveAccount()

  /// Notifies views, which then read what the new account has.
  func enterAccount()
}
