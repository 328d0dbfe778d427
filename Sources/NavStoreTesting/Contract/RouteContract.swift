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
  /// Compares the stored forms of samples with the golden file of their type beside the test:
  /// `__NavRoutes__/AppRoute.json` for a type with the stored name `AppRoute`.
  ///
  /// A type with former names uses the file of its oldest name. If a type has no file, but the folder has a
  /// file of another name that fits its samples, the type was renamed without giving its former name, which is
  /// a violation.
  ///
  /// Reads the file, blocks, and decodes each sample some 30 times, which takes milliseconds. If it writes the
  /// file, it prints a line that says so.
  ///
  /// - Parameters:
  ///   - samples: At least one route for each case, in any order.
  ///   - otherNames: The stored names of other types in the folder that look the same.
  ///   - records: Whether the check may write the file. If not, a missing file or form is a violation. The
  ///     default is `true`, unless the environment variable `CI` is set.
  ///   - testFile: A file in the folder that has the golden folder. The default is the calling file.
  /// - Returns: The cases in the golden file without a sample, by their current names.
  /// - Throws: ``Violation``; the file isn't changed.
  @discardableResult
  public static func check<R: NavRoute>(
    _ samples: [R], notRenamedFrom otherNames: [String] = [], records: Bool? = nil,
    beside testFile: String = #filePath
  ) throws(Violation) -> [String] {
    let recording = records.map { $0 ? Recording.always : .never } ?? .outsideCI
    let outcome = try check(
      samples, notRenamedFrom: otherNames, recording: recording, beside: testFile)
    if outcome.change != .unchanged { print(outcome) }
    return outcome.notes.casesWithoutSample
  }

  /// Returns everything that a check did and noticed.
  @discardableResult
  package static func check<R: NavRoute>(
    _ samples: [R], notRenamedFrom otherNames: [String] = [], recording: Recording,
    beside testFile: String
  ) throws(Violation) -> Outcome {
    let folder = GoldenFolder(beside: testFile)
    let files = folder.files(of: R.self)
    let file = files.first ?? folder.file(forTag: RouteTag.of(R.self))
    let run = try ContractRun(samples, file: file)
    if files.isEmpty {
      try run.refuse(
        folder.otherFiles(besides: otherNames).compactMap { run.formerSelf(in: $0) })
    }
    return try run.finish(others: Array(files.dropFirst()), recording: recording)
  }

  /// Compares the stored forms of samples with a golden file at a URL.
  @discardableResult
  package static func check<R: NavRoute>(
    _ samples: [R], golden: URL, recording: Recording
  ) throws(Violation) -> Outcome {
    try ContractRun(samples, file: golden).finish(others: [], recording: recording)
  }

  /// Whether a check may write the golden file.
  package enum Recording: Sendable, Hashable {
    /// Unless the environment variable `CI` is set to something else than `false` or `0`.
    case outsideCI
    case always
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
