/// A stored route that could not be restored, or a route of legacy state that could not be
/// imported.
public struct NavRestorationFailure: Hashable, Sendable {
  /// The position of the route in the stored stack. The lowest route has position 0, and the root
  /// route has -1. If the root route fails, no route of the stack is restored.
  public let position: Int

  /// The stored name of the route's type, or `nil` if it is unknown.
  public let typeName: String?

  /// The stored version of the route's JSON.
  package let version: Int?

  package let cause: FailureCause

  /// The reason that the route could not be restored.
  public var reason: Reason {
    switch cause {
    case .unknownType: .unknownType
    case .newerVersion: .newerVersion
    case .aboveFailure: .aboveFailure
    default: .undecodable
    }
  }

  /// The reason that a route could not be restored.
  public enum Reason: Hashable, Sendable {
    /// No type of the stack has the stored name.
    case unknownType
    /// A newer version of the app stored the route.
    case newerVersion
    /// The stored bytes are damaged, or can't be decoded or upgraded.
    case undecodable
    /// The route is intact, but a route below it could not be restored.
    case aboveFailure
  }
}

/// The exact cause of a failure.
package struct FailureCause: Swift.Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the cause, as in `unknownType`.
  package let description: String

  /// No type of the stack has the stored name.
  package static let unknownType = FailureCause(description: "unknownType")
  /// A later version of the app stored the route.
  package static let newerVersion = FailureCause(description: "newerVersion")
  /// An upgrade threw an error.
  package static let upgradeFailed = FailureCause(description: "upgradeFailed")
  /// The JSON can't be decoded as the type.
  package static let undecodable = FailureCause(description: "undecodable")
  /// The decoding closure of ``NavCoding/stored(as:_:from:)`` or
  /// ``NavCoding/mixed(_:unwrap:wrap:)`` threw.
  package static let mappingFailed = FailureCause(description: "mappingFailed")
  /// The bytes don't match their checksum.
  package static let damaged = FailureCause(description: "damaged")
  /// The route is intact, but a route below it could not be restored.
  package static let aboveFailure = FailureCause(description: "aboveFailure")
  /// The legacy state with the route can't be read.
  package static let unreadable = FailureCause(description: "unreadable")
  /// The top visit or the root route of the stack is not in the file. Also the cause if the chain
  /// of visits is damaged or exceeds the limit.
  package static let missing = FailureCause(description: "missing")
}
