#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a link does that comes at launch, when its stack may have been restored. Where nothing was
/// restored, the link opens in any case.
public enum NavLaunchRule: Sendable, Hashable {
  /// The stack becomes the link's; the restored one is one Back away.
  case linkWins

  /// The link's routes go on top of the restored stack. If they are there already, nothing changes.
  case linkOnTop

  /// The restored stack stays, and the link is ignored.
  case restoreOnly
}

/// What a link does that comes while the app runs.
public enum NavArrivalRule: Sendable, Hashable {
  /// The stack becomes the link's, in one change; the old one is one Back away.
  case replaceStack

  /// The link's routes go on top. If they are there already, nothing changes.
  case pushOnTop
}

/// How a ``NavDoor`` behaves. The defaults suit an app.
public struct NavDoorSettings: Sendable {
  /// Against a restored stack; ``NavLaunchRule/linkWins`` unless set. A pattern can have its own.
  public var atLaunch: NavLaunchRule = .linkWins

  /// Later; ``NavArrivalRule/replaceStack`` unless set. A pattern can have its own.
  public var whileRunning: NavArrivalRule = .replaceStack

  /// How long after its router was attached a link counts as one of the launch, unless the user has
  /// navigated before; 5 seconds unless set. One that came before the router was is in any case.
  public var launchWindow: Duration = .seconds(5)

  /// Within what time the same link, coming twice, is one delivery through two entrances; 2 seconds
  /// unless set. Only while nobody has navigated in between: a link that is tapped again opens
  /// again.
  public var duplicateWindow: Duration = .seconds(2)

  /// How many parked links are kept, the newest ones; 1 unless set.
  public var parkedLimit = 1

  /// For how long links are kept that are parked, or wait for a router; 10 minutes unless set.
  public var keepsFor: Duration = .seconds(600)

  /// The time, by which all of these are measured.
  public var clock: @Sendable () -> Date = { Date() }

  /// The defaults.
  public init() {}
}
