import NavStorePlatform

extension RouteContract {
  /// What a check found wrong. Its text quotes the samples.
  public struct Violation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The tag of the route type.
    let routeTag: String

    /// The golden file.
    let file: URL

    /// Everything that was found; never empty.
    package let findings: [Finding]

    /// Whether the type's form is the default one, which may be because its own is misspelt.
    let isFormSilent: Bool

    /// What was stored, what it is now, and what to write so that it comes back; all that was found,
    /// with the tag of the type and the golden file.
    public var description: String {
      let count = findings.count == 1 ? "1 finding" : "\(findings.count) findings"
      var parts = ["The stored form of \(routeTag) breaks its contract: \(count). (\(file.path))"]
      for (number, finding) in findings.enumerated() {
        parts.append("\(number + 1). \(finding.message)")
      }
      if findings.contains(where: \.kind.isChange) { parts.append(Self.waysOut) }
      if isFormSilent, findings.contains(where: \.kind.isOfForm) {
        parts.append(RouteContract.silence(of: "coding", type: "NavCoding<\(routeTag)>"))
      }
      return parts.joined(separator: "\n\n")
    }

    private static let waysOut =
      """
      The three ways out, where a type changed after its routes were stored, all in its coding:
      - the type was renamed or moved: its former name in formerNames;
      - a case was renamed: its former and new name in renaming;
      - a payload changed shape: version one higher, and a step in upgrade.
      A form that no released build ever stored can be deleted from the golden file.
      """
  }

  /// One thing that is wrong.
  package struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing; compare this.
    package let kind: Kind

    /// The names of the samples concerned, as in the golden file: their case, with a number from
    /// the second on.
    package let names: [String]

    /// What was stored, what it is now, and what to write so that it comes back.
    package let message: String

    /// The message.
    package var description: String { message }
  }
}

extension RouteContract {
  /// What to look for if a requirement with a default is not met by the type itself.
  static func silence(of requirement: String, type: String) -> String {
    """
    The type seems to have no \(requirement) of its own. If you wrote one, check its spelling and \
    its type, \(type): the compiler uses the default if it does not match.
    """
  }
}

extension RouteContract.Finding {
  /// The kind of a finding. More may come in later versions.
  package struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The name, as in `caseGone`.
    package let description: String

    /// Whether it comes of a change of the type, for which there are three ways out.
    let isChange: Bool

    /// Whether a misspelt form may be the cause.
    var isOfForm: Bool { isChange && self != .historyChanged || self == .unstableRouteTag }

    private init(_ name: String, isChange: Bool = true) {
      description = name
      self.isChange = isChange
    }

    /// Stored under a tag that the type does not read.
    package static let unknownType = Kind("unknownType")
    /// Stored under the name of a case that no longer is there: it was renamed or removed.
    package static let caseGone = Kind("caseGone")
    /// Does not decode, though its case is there: its payload changed shape.
    package static let payloadChanged = Kind("payloadChanged")
    /// An upgrade step throws.
    package static let upgradeFailed = Kind("upgradeFailed")
    /// Stored with a version above today's.
    package static let newerVersion = Kind("newerVersion")
    /// Decodes, but not as the sample that was stored.
    package static let valueChanged = Kind("valueChanged")
    /// Comes back, but is stored otherwise today under the same version.
    package static let formChanged = Kind("formChanged")
    /// Has another history key or kind today under the same version.
    package static let historyChanged = Kind("historyChanged")
    /// A sample is encoded in another order each time.
    package static let unstableEncoding = Kind("unstableEncoding", isChange: false)
    /// A sample does not come back from its own stored form.
    package static let irreversible = Kind("irreversible", isChange: false)
    /// A sample does not encode, or is over the default limit.
    package static let notEncodable = Kind("notEncodable", isChange: false)
    /// The type is local or private and does not name its tag.
    package static let unstableRouteTag = Kind("unstableRouteTag", isChange: false)
    /// There are no samples.
    package static let noSamples = Kind("noSamples", isChange: false)
    /// The golden file is missing or lacks forms, and may not be written here.
    package static let notRecorded = Kind("notRecorded", isChange: false)
    /// The golden file cannot be read or written, or is damaged.
    package static let goldenFile = Kind("goldenFile", isChange: false)
  }
}
