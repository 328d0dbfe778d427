/// Collects the patterns of a ``NavLinks`` or a ``NavDoor``.
@resultBuilder
public enum NavPatternBuilder<Route: Hashable & Sendable> {
  /// One pattern.
  public static func buildExpression(_ pattern: NavPattern<Route>) -> [NavPattern<Route>] {
    [pattern]
  }

  /// Patterns that were made elsewhere.
  public static func buildExpression(_ patterns: [NavPattern<Route>]) -> [NavPattern<Route>] {
    patterns
  }

  /// One after the other.
  public static func buildBlock(_ patterns: [NavPattern<Route>]...) -> [NavPattern<Route>] {
    patterns.flatMap { $0 }
  }

  /// Those of an `if`.
  public static func buildOptional(_ patterns: [NavPattern<Route>]?) -> [NavPattern<Route>] {
    patterns ?? []
  }

  /// Those of an `if` with an `else`.
  public static func buildEither(first patterns: [NavPattern<Route>]) -> [NavPattern<Route>] {
    patterns
  }

  /// Those of an `else`.
  public static func buildEither(second patterns: [NavPattern<Route>]) -> [NavPattern<Route>] {
    patterns
  }

  /// Those of a loop.
  public static func buildArray(_ patterns: [[NavPattern<Route>]]) -> [NavPattern<Route>] {
    patterns.flatMap { $0 }
  }
}
