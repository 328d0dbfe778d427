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
  private let registrar = ObservationRegistrar()
  private var known: Value?
  private var lastSpot: ScreenSpot?

  /// The number of erasures of the stack (``ScreenStack/erasures``) when the value was last read or
  /// set.
  private var erasures = 0

  /// Creates a value that is `first` if no value was saved under `name`.
  init(_ name: String, of owner: NavValueOwner = .screen, first: Value) {
    self.name = name
    self.owner = owner
    self.first = first
  }

  /// The value. If the screen has left its stack, the value is set in memory only.
  var current: Value {
    get {
      registrar.access(self, keyPath: \.current)
      let erasures = screen?.stack.erasures ?? 0
      if let known, self.erasures == erasures { return known }
      self.erasures = erasures
      known = nil
      guard let screen, let spot = spot(on: screen) else { return first }
      let value = screen.stack.value(Value.self, named: name, of: owner, at: spot) ?? first
      known = value
      if owner != .screen { SharedValues.add(self) }
      return value
    }
    set {
      registrar.withMutation(of: self, keyPath: \.current) { known = newValue }
      erasures = screen?.stack.erasures ?? 0
      guard let screen, let spot = spot(on: screen) else { return }
      let isNil = if case Optional<Any>.none = newValue as Any { true } else { false }
      screen.stack.setValue(isNil ? nil : newValue, named: name, of: owner, at: spot)
      if owner != .screen { SharedValues.didSet(name, by: self) }
    }
  }

  /// Returns the position of the value's screen; `nil` if the screen has left its stack. A value of
  /// the window needs no position.
  private func spot(on screen: NavScreen) -> ScreenSpot? {
    owner == .window ? .root : screen.find(&lastSpot)
  }
}

extension ScreenValue: SharedValue {
  /// Removes the value from memory, so that it is read from the store again. Another screen has set
  /// a value with this name, perhaps of the same item.
  func didSetElsewhere(_ name: String) {
    guard name == self.name, known != nil else { return }
    registrar.withMutation(of: self, keyPath: \.current) { known = nil }
  }
}

/// A value of an item or a window that a screen shows.
@MainActor
private protocol SharedValue: AnyObject {
  func didSetElsewhere(_ name: String)
}

/// The values of items and windows on screen. If a screen sets such a value, the other screens that
/// show it are updated.
@MainActor
private enum SharedValues {
  private static var shown: [Shown] = []

  private struct Shown {
    weak var value: (any SharedValue)?
  }

  static func add(_ value: any SharedValue) {
    shown.removeAll { $0.value == nil || $0.value === value }
    shown.append(Shown(value: value))
  }

  static func didSet(_ name: String, by setter: any SharedValue) {
    for entry in shown where entry.value !== setter { entry.value?.didSetElsewhere(name) }
  }
}
