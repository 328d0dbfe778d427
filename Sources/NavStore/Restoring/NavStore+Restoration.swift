import NavStorePlatform

extension NavStore {
  /// What a restore gives back: the stack, and an account of anything that could not come along.
  public struct Restoration<R: Sendable>: Sendable {
    /// The route of the root screen, if the stack names one: see
    /// ``Session/replaceRoot(with:keepingStack:)``.
    public var root: R?

    /// The routes above the root screen, bottom first; empty is the root screen.
    public let stack: [R]

    /// The routes that could not be restored, bottom first. Their bytes stay in the file.
    public let losses: [Loss]

    /// When the stack was last saved; nil if nothing was.
    public let savedAt: Date?

    /// Why the stack was left where it is and the root screen shown instead; nil where it was not.
    /// The old stack is one Forward away.
    public internal(set) var setAsideBecause: SetAsideReason?

    /// What came of users' old saved state; nil if the stack was asked for without any.
    public internal(set) var adoption: AdoptionReport?
  }

  /// Why a stack that could be restored was not shown.
  public enum SetAsideReason: Sendable, Hashable {
    /// Its scene had lain longer than ``RestorePolicy/expiresAfter``.
    case expired

    /// The app has crashed with it twice in a row, or has had four very short lives: see
    /// ``RestoreGuard``.
    case unconfirmed
  }

  /// A stored route that could not be restored.
  public struct Loss: Hashable, Sendable {
    /// Its place in the stored stack, from 0 at the bottom; -1 for the root route, with which the
    /// whole stack is lost.
    public let position: Int

    /// The stored name of its type; nil if the stored chain breaks off.
    public let tag: String?

    /// The stored version of its shape.
    public let version: Int?

    /// Why.
    public let reason: LossReason
  }

  /// Why a stored route could not be restored.
  public struct LossReason: Swift.Error, Hashable, Sendable, CustomStringConvertible {
    /// The name, as in `unknownTag`.
    public let description: String

    /// Its tag belongs to none of the types that were asked for.
    public static let unknownTag = LossReason(description: "unknownTag")
    /// A later build wrote it, in a later version of its shape.
    public static let newerVersion = LossReason(description: "newerVersion")
    /// An upgrade step threw.
    public static let upgradeFailed = LossReason(description: "upgradeFailed")
    /// Its JSON does not decode as the type.
    public static let undecodable = LossReason(description: "undecodable")
    /// The decoding closure of its type's coding threw: see ``NavCoding/stored(as:_:from:)``.
    public static let mappingFailed = LossReason(description: "mappingFailed")
    /// Its bytes are not those that were written.
    public static let damaged = LossReason(description: "damaged")
    /// It is intact, but a route beneath it was lost.
    public static let onLostRoute = LossReason(description: "onLostRoute")
    /// The visit, or one beneath it, is not in the file.
    public static let missing = LossReason(description: "missing")
  }
}
