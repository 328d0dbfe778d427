import NavStore
import Observation

/// A copy in memory of a small value of a screen. It is read from the store on first use, and
/// passed to the store when it is set.
@MainActor
final class ScreenValue<Value: Codable>: Observable {
  /// The screen that has the value; `nil` before the view is on a stack.
  var screen: NavScreen?

  private let name: String
  private let owner: NavValueOwner
  private let first: Value
  private lazy var changes = ValueChanges.of(owner, name)
  private var known: Value?
  private var lastSpot: ScreenSpot?

  /// The ``version`` at which the value was last read or set.
  private var knownAt = (erasures: 0, changes: 0)

  /// Creates a value that is `first` if no value was saved under `name`.
  init(_ name: String, of owner: NavValueOwner = .screen, first: Value) {
    self.name = name
    self.owner = owner
    self.first = first
  }

  /// The value. If the screen has left its stack, the value is set in memory only.
  var current: Value {
    get {
      changes.observed.access(changes)
      let version = version
      if let known, knownAt == version { return known }
      known = nil
      guard let screen, let spot = spot(on: screen) else { return first }
      let value = screen.stack.value(Value.self, named: name, of: owner, at: spot) ?? first
      (known, knownAt) = (value, version)
      return value
    }
    set {
      changes.observed.change(of: changes) {
        (known, knownAt) = (newValue, version)
        guard let screen, let spot = spot(on: screen) else { return }
        let isNil = if case Optional<Any>.none = newValue as Any { true } else { false }
        screen.stack.setValue(isNil ? nil : newValue, named: name, of: owner, at: spot)
        changes.count += 1
        knownAt = version
      }
    }
  }

  /// The number of erasures of the stack (``ScreenStack/erasures``), and of changes of all values
  /// with this name. If either number has changed, the value is read from the store again.
  private var version: (erasures: Int, changes: Int) {
    (screen?.stack.erasures ?? 0, changes.count)
  }

  /// Returns the position of the value's screen; `nil` if the screen has left its stack. A value of
  /// the window needs no position.
  private func spot(on screen: NavScreen) -> ScreenSpot? {
    owner == .window ? .root : screen.find(&lastSpot)
  }
}

/// The changes of one screen's value, or of the values of items and windows with one name. If a
/// screen sets such a value, the other screens that show it are updated.
@MainActor
private final class ValueChanges: Observable {
  private static var shared: [String: ValueChanges] = [:]

  let observed = Observed(\ValueChanges.count)
  var count = 0

  static func of(_ owner: NavValueOwner, _ name: String) -> ValueChanges {
    let changes = (owner == .screen ? nil : shared[name]) ?? ValueChanges()
    if owner != .screen { shared[name] = changes }
    return changes
  }
}
