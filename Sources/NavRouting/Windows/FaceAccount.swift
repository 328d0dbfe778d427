import NavStore

/// Whose the values of a face are, and what became of that account since the face was made.
@MainActor
final class FaceAccount: WindowFace {
  let context: WindowContext

  /// Hears of erasures of the account.
  private var live: LiveValue?

  /// Tells the face, once somebody has asked for the erasures; whether somebody else signed in.
  private var onChange: (@MainActor @Sendable (_ isOther: Bool) -> Void)?

  /// Those that the store does not know yet.
  private var unfollowed: [LiveValue] = []

  /// What ``erasures(_:)`` was last told, and how often that was another.
  private var known = (switches: 0, erasures: 0)
  private var changes = 0

  init(_ context: WindowContext) {
    self.context = context
    known.switches = context.switches
  }

  /// How often all that was read of the account came to be void: it was erased, or another one signed
  /// in. From the first call on, `body` is called after each time, and when a route that the face shows
  /// was removed or rewritten.
  func erasures(_ body: @escaping @MainActor @Sendable (_ isOther: Bool) -> Void) -> Int {
    if live == nil {
      context.add(self, first: true)
      onChange = body
      live = liveValue()
      for value in unfollowed { context.store.follow(value) }
      unfollowed = []
    }
    let latest = (switches: context.switches, erasures: context.store.erasures(of: context.stay))
    if latest != known { (known, changes) = (latest, changes + 1) }
    return changes
  }

  /// What tells the store of a route that the face shows.
  func liveValue() -> LiveValue {
    let value = LiveValue(account: context.stay.account) { [weak self] in
      MainLoop.schedule { self?.onChange?(false) }
    }
    if onChange != nil { context.store.follow(value) } else { unfollowed.append(value) }
    return value
  }

  /// Whether a value is of who is signed in.
  func isOf(_ value: LiveValue) -> Bool { value.account == context.stay.account }

  func leaveAccount() {
    (live, unfollowed) = (nil, [])
  }

  func enterAccount() {
    onChange?(true)
  }
}
