import NavStore

/// A length of time in days, hours or seconds.
public struct NavAge: Hashable, Sendable {
  package let duration: Duration

  /// A number of days of 24 hours.
  public static func days(_ days: Int) -> NavAge { NavAge(duration: .seconds(86_400 * days)) }

  /// A number of hours.
  public static func hours(_ hours: Int) -> NavAge { NavAge(duration: .seconds(3_600 * hours)) }

  /// A number of seconds.
  public static func seconds(_ seconds: Int) -> NavAge { NavAge(duration: .seconds(seconds)) }
}

/// How a stack is restored, as its callers say.
package struct StackPolicy<Element: NavElement> {
  var expiresAfter: NavAge?
  var onUndecodable = NavStore.RestorePolicy<Element>.Salvage.cutAtFirstLoss
  var legacy: NavStore.AdoptionSource<Element>?

  /// Whether the stack is empty after each launch.
  var startsEmpty = false

  /// Whether the stack is only restored with its root.
  var goesWithRoot = false

  package init(
    expiresAfter: NavAge? = nil,
    onUndecodable: NavStore.RestorePolicy<Element>.Salvage = .cutAtFirstLoss,
    legacy: NavStore.AdoptionSource<Element>? = nil
  ) {
    (self.expiresAfter, self.onUndecodable, self.legacy) = (expiresAfter, onUndecodable, legacy)
  }

  /// The policy as a store takes it.
  var restoring: NavStore.RestorePolicy<Element> {
    var policy = NavStore.RestorePolicy<Element>()
    policy.expiresAfter = expiresAfter?.duration
    policy.salvage = onUndecodable
    policy.startsEmpty = startsEmpty
    policy.goesWithRoot = goesWithRoot
    return policy
  }

  /// Takes what another caller says of the same stack.
  ///
  /// - Parameter isInUse: Whether the stack was restored already: then nothing can change.
  /// - Returns: `false` if it says something else.
  mutating func take(_ other: StackPolicy, isInUse: Bool) -> Bool {
    var agrees = true
    if let age = other.expiresAfter, age != expiresAfter {
      if expiresAfter == nil && !isInUse { expiresAfter = age } else { agrees = false }
    }
    if other.onUndecodable.name != "cutAtFirstLoss", other.onUndecodable.name != onUndecodable.name {
      if onUndecodable.name == "cutAtFirstLoss" && !isInUse {
        onUndecodable = other.onUndecodable
      } else {
        agrees = false
      }
    }
    if let source = other.legacy, legacy == nil {
      if isInUse { agrees = false } else { legacy = source }
    }
    return agrees
  }
}

extension NavStore.RestorePolicy.Salvage {
  /// Two closures can't be compared, only that both are closures.
  fileprivate var name: String {
    switch self {
    case .cutAtFirstLoss: "cutAtFirstLoss"
    case .replaceLosses: "replaceLosses"
    case .discard: "discard"
    case .fail: "fail"
    }
  }
}
