import NavStore

/// The options for restoring a stack, merged from all requests for the stack's router.
package struct StackPolicy<Element: NavElement> {
  package var restoring: NavStore.RestorePolicy<Element>
  package var legacy: NavLegacyState<Element>?

  package init(
    _ restoring: NavStore.RestorePolicy<Element> = .init(),
    legacy: NavLegacyState<Element>? = nil
  ) {
    (self.restoring, self.legacy) = (restoring, legacy)
  }

  init(
    expiresAfter: NavAge?,
    onUndecodable: NavUndecodablePolicy<Element> = .keepValidPrefix,
    legacy: NavLegacyState<Element>?
  ) {
    self.init(legacy: legacy)
    restoring.expiresAfter = expiresAfter?.duration
    restoring.onUndecodable = onUndecodable
  }

  /// Merges the policy of another request for the same stack. Default values of that policy are
  /// ignored.
  ///
  /// - Parameter isInUse: Whether the stack was restored before, so that its policy can't change.
  /// - Returns: `false` if the two policies disagree; otherwise, `true`.
  mutating func take(_ other: StackPolicy, isInUse: Bool) -> Bool {
    var agrees = true
    if let age = other.restoring.expiresAfter, age != restoring.expiresAfter {
      if restoring.expiresAfter == nil && !isInUse {
        restoring.expiresAfter = age
      } else {
        agrees = false
      }
    }
    let (given, own) = (other.restoring.onUndecodable.number, restoring.onUndecodable.number)
    if given != 0 && given != own {
      if own == 0 && !isInUse {
        restoring.onUndecodable = other.restoring.onUndecodable
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

extension NavUndecodablePolicy {
  /// The number of the case, for comparing policies, because closures can't be compared. The
  /// default case is 0.
  fileprivate var number: Int {
    switch self {
    case .keepValidPrefix: 0
    case .substitute: 1
    case .resetToRoot: 2
    case .fail: 3
    }
  }
}
