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
  package var restoring: NavStore.RestorePolicy<Element>
  package var legacy: NavStore.AdoptionSource<Element>?

  package init(
    _ restoring: NavStore.RestorePolicy<Element> = .init(),
    legacy: NavStore.AdoptionSource<Element>? = nil
  ) {
    (self.restoring, self.legacy) = (restoring, legacy)
  }

  init(
    expiresAfter: NavAge?,
    onUndecodable: NavStore.RestorePolicy<Element>.Salvage = .cutAtFirstLoss,
    legacy: NavStore.AdoptionSource<Element>?
  ) {
    self.init(legacy: legacy)
    restoring.expiresAfter = expiresAfter?.duration
    restoring.salvage = onUndecodable
  }

  /// Takes what another caller says of the same stack. One that says nothing has no say.
  ///
  /// - Parameter isInUse: Whether the stack was restored already: then nothing can change.
  /// - Returns: `false` if it says something else.
  mutating func take(_ other: StackPolicy, isInUse: Bool) -> Bool {
    var agrees = true
    if let age = other.restoring.expiresAfter, age != restoring.expiresAfter {
      if restoring.expiresAfter == nil && !isInUse {
        restoring.expiresAfter = age
      } else {
        agrees = false
      }
    }
    let (given, own) = (other.restoring.salvage.number, restoring.salvage.number)
    if given != 0 && given != own {
      if own == 0 && !isInUse {
        restoring.salvage = other.restoring.salvage
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
  /// Of the case; the default has 0. Two closures can't be compared.
  fileprivate var number: Int {
    switch self {
    case .cutAtFirstLoss: 0
    case .replaceLosses: 1
    case .discard: 2
    case .fail: 3
    }
  }
}
