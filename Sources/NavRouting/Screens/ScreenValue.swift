import NavStore
import Observation

/// A small value of a screen in memory: read on first use, handed to the store when it is set.
@MainActor
final class ScreenValue<Value: Codable>: Observable {
  /// The screen that it is of; nil where there is none to ask yet.
  var screen: NavScreen?

  private let name: String
  private let first: Value
  private let registrar = ObservationRegistrar()
  private var known: Value?
  private var spot: ScreenSpot?

  /// How often the stack had been erased when it was read or set.
  private var erasures = 0

  /// A value that is `first` where none was saved.
  init(_ name: String, first: Value) {
    self.name = name
    self.first = first
  }

  /// The value. On a screen that has left its stack it is set in memory only.
  var current: Value {
    get {
      registrar.access(self, keyPath: \.current)
      let erasures = screen?.stack.erasures ?? 0
      if let known, self.erasures == erasures { return known }
      self.erasures = erasures
      known = nil
      guard let screen, let spot = screen.find(&spot) else { return first }
      let value = screen.stack.value(Value.self, named: name, at: spot) ?? first
      known = value
      return value
    }
    set {
      registrar.withMutation(of: self, keyPath: \.current) { known = newValue }
      erasures = screen?.stack.erasures ?? 0
      guard let screen, let spot = screen.find(&spot) else { return }
      let isNil = (newValue as? any NilTelling)?.isNil ?? false
      screen.stack.setValue(isNil ? nil : newValue, named: name, at: spot)
    }
  }
}

private protocol NilTelling {
  var isNil: Bool { get }
}

extension Optional: NilTelling {
  fileprivate var isNil: Bool { if case .none = self { true } else { false } }
}
