import NavStore
import NavStorePlatform

/// Compares the stored form of an app's routes with what earlier builds stored, so that a change
/// that would cost users their stacks fails in a test and not on their devices.
///
/// ```swift
/// @Test func routesStayReadable() throws {
///   try RouteContract.check([AppRoute.category("shoes"), .product(id: 7), .settings])
/// }
/// ```
///
/// The first run writes the stored form of each sample into a golden file, which belongs into
/// version control. Later runs read it: each form in it must still come back as its sample, through
/// names, former names, renamed cases and upgrade steps, and a sample's form must be the one recorded.
/// Forms that a type legitimately takes on (a new sample, a raised version, a renamed case or type)
/// are added to the file; none is ever removed from it but by hand. SwiftPM warns of files that no
/// target names: exclude the folder.
///
/// ```swift
/// .testTarget(name: "AppTests", dependencies: [ … ], exclude: ["__NavRoutes__"])
/// ```
///
/// What fails is thrown as a ``Violation``, so the check works in any test framework. Its text
/// quotes the samples.
///
/// A ``/NavStore/NavElement/coding`` or ``/NavStore/NavRoute/routeTraits`` that is misspelt, or of another
/// type, compiles and is never used. The check cannot see the declaration, only its effects: if a
/// recorded form does not come back, or has another history key, the violation says that the type
/// seems to have none of its own.
///
/// Give at least one sample for each case, with every optional value filled in, every collection
/// holding at least two elements, and constants only: a `Date()` or `UUID()` differs in each run.
public enum RouteContract {
  /// Holds `samples` against the golden file of their type beside the test:
  /// `__NavRoutes__/AppRoute.json` for the tag `AppRoute`.
  ///
  /// A type with former names goes on with the file of its oldest one. If a type has no file yet, but
  /// the folder has one of another name that fits its samples, the type was renamed without giving its
  /// former name: that is a violation.
  ///
  /// Reads the file, blocks, and decodes each sample some 30 times: milliseconds.
  ///
  /// - Parameters:
  ///   - samples: At least one for each case; the order does not matter.
  ///   - otherTags: The tags of other types in the folder, if such a type looks the same and is
  ///     taken for the former self of this one.
  ///   - recording: Whether the file may be written and extended: not if the environment
  ///     variable `CI` is set, unless given.
  ///   - testFile: A file in the folder that gets the golden folder; the calling file unless given.
  /// - Returns: What was done with the file, and what is worth a look without being wrong.
  /// - Throws: ``Violation``; the file is then as it was.
  @discardableResult
  public static func check<R: NavRoute>(
    _ samples: [R], notRenamedFrom otherTags: [String] = [], recording: Recording = .outsideCI,
    beside testFile: String = #filePath
  ) throws(Violation) -> Outcome {
    let folder = GoldenFolder(beside: testFile)
    let files = folder.files(of: R.self)
    let file = files.first ?? folder.file(forTag: RouteTag.of(R.self))
    let run = try ContractRun(samples, file: file)
    if files.isEmpty {
      try run.refuse(
        folder.otherFiles(besides: otherTags).compactMap { run.formerSelf(in: $0) })
    }
    return try run.finish(others: Array(files.dropFirst()), recording: recording)
  }

  /// Holds `samples` against the golden file at `golden`.
  ///
  /// Reads the file, blocks, and decodes each sample some 30 times: milliseconds.
  ///
  /// - Parameters:
  ///   - samples: At least one for each case; the order does not matter.
  ///   - golden: A file of this type alone. It is written, with its folder, if there is none.
  ///   - recording: Whether the file may be written and extended: not if the environment
  ///     variable `CI` is set, unless given.
  /// - Returns: What was done with the file, and what is worth a look without being wrong.
  /// - Throws: ``Violation``; the file is then as it was.
  @discardableResult
  public static func check<R: NavRoute>(
    _ samples: [R], golden: URL, recording: Recording = .outsideCI
  ) throws(Violation) -> Outcome {
    try ContractRun(samples, file: golden).finish(others: [], recording: recording)
  }

  /// Whether a check may write and extend the golden file. If it may not, a missing file or
  /// form is a violation.
  public enum Recording: Sendable, Hashable {
    /// Unless the environment variable `CI` is set to something else than `false` or `0`.
    case outsideCI
    /// Yes.
    case always
    /// No.
    case never

    func isAllowed(
      in environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Bool {
      switch self {
      case .outsideCI: ["", "0", "false"].contains(environment["CI", default: ""].lowercased())
      case .always: true
      case .never: false
      }
    }
  }
}
