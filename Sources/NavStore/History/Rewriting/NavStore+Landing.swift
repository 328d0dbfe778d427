extension NavStore {
  /// Where a stack stands when the screen that it shows is removed: see
  /// ``History/remove(inEveryAccount:landing:where:)``.
  public enum Landing: Sendable, Hashable {
    /// On the screen beneath it.
    case parent

    /// Where the user was before: at the nearest entry of the back/forward list before the current
    /// one whose own screen is left, else at the nearest one after it, else on the screen beneath.
    /// For flat navigation, in which screens replace each other.
    case previousEntry
  }
}
