import NavStorePlatform

extension RouteContract {
  /// The error of a failed check. The text of the error quotes the samples.
  public struct Violation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The tag of the route type.
    let routeTag: String

    /// The golden file.
    let file: URL

    /// All findings; never empty.
    package let findings: [Finding]

    /// Whether the type has the default coding. If so, a misspelled `coding` may cause the
    /// findings.
    let isFormSilent: Bool

    /// The findings as text: for each, the stored form, the current form, and the code that makes
    /// the stored form readable. The tag of the type and the golden file are included.
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

  /// One fault that a check found.
  package struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The kind of the finding. Compare this property, and not the text.
    package let kind: Kind

    /// The names of the affected samples in the golden file. A name is the sample's case. Further
    /// samples of a case have a number after it, from 2 on.
    package let names: [String]

    /// The text of the finding: the stored form, the current form, and the code that makes the
    /// stored form readable.
    package let message: String

    /// The message.
    package var description: String { message }
  }
}

extension RouteContract {
  /// Returns advice on a requirement, such as `coding`, that the type seems not to implement
  /// itself.
  static func silence(of requirement: String, type: String) -> String {
    """
    The type seems to have no \(requirement) of its own. If you wrote one, check its spelling and \
    its type, \(type): the compiler uses the default if it does not match.
    """
  }
}

extension RouteContract.Finding {
  /// The kind of a finding. Later versions of the library may add kinds.
  package struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind, such as `caseGone`.
    package let description: String

    /// Whether a change of the type causes the finding. A former name, a renamed case or an upgrade
    /// step in the type's coding can resolve such a finding.
    let isChange: Bool

    /// Whether a misspelled `coding` of the type may cause the finding.
    var isOfForm: Bool { isChange && self != .historyChanged || self == .unstableRouteTag }

    private init(_ name: String, isChange: Bool = true) {
      description = name
      self.isChange = isChange
    }

    /// An entry of the golden file has a tag that the type does not read.
    package static let unknownType = Kind("unknownType")
    /// An entry of the golden file has the name of a case that was renamed or removed.
    package static let caseGone = Kind("caseGone")
    /// An entry of the golden file does not decode, although its case exists: the payload changed
    /// shape.
    package static let payloadChanged = Kind("payloadChanged")
    /// An upgrade step of the type's coding throws.
    package static let upgradeFailed = Kind("upgradeFailed")
    /// An entry of the golden file has a version above the type's current one.
    package static let newerVersion = Kind("newerVersion")
    /// An entry of the golden file decodes, but not as the sample that was stored.
    package static let valueChanged = Kind("valueChanged")
    /// An entry of the golden file decodes, but its sample has another stored form under the same
    /// version.
    package static let formChanged = Kind("formChanged")
    /// A sample has another history key or kind than its entry of the same version.
    package static let historyChanged = Kind("historyChanged")
    /// The elements of a sample's stored form are in another order each time that it is encoded.
    package static let unstableEncoding = Kind("unstableEncoding", isChange: false)
    /// A sample's own stored form does not decode as the sample.
    package static let irreversible = Kind("irreversible", isChange: false)
    /// A sample does not encode, or its stored form exceeds the default size limit.
    package static let notEncodable = Kind("notEncodable", isChange: false)
    /// The route type is local, private or generic, and its coding does not name a tag.
    package static let unstableRouteTag = Kind("unstableRouteTag", isChange: false)
    /// The check was called without samples.
    package static let noSamples = Kind("noSamples", isChange: false)
    /// The golden file is missing or lacks stored forms of samples, and the check may not write it.
    package static let notRecorded = Kind("notRecorded", isChange: false)
    /// The golden file cannot be read or written, or is damaged.
    package static let goldenFile = Kind("goldenFile", isChange: false)
  }
}
