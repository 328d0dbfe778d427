import NavStore

extension NavStore.RestorePolicy {
  /// Merges the policy of another request for the same stack. Default values of that policy are
  /// ignored.
  ///
  /// - Parameter isInUse: Whether the stack was restored before, so that its policy can't change.
  /// - Returns: `false` if the two policies disagree; otherwise, `true`.
  mutating func take(_ other: Self, isInUse: Bool) -> Bool {
    if !isInUse {
      expiresAfter = expiresAfter ?? other.expiresAfter
      if onUndecodable.number == 0 { onUndecodable = other.onUndecodable }
      legacy = legacy ?? other.legacy
    }
    return (other.expiresAfter ?? expiresAfter) == expiresAfter
      && [0, onUndecodable.number].contains(other.onUndecodable.number)
      && (other.legacy == nil || legacy != nil)
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
