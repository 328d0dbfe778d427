import NavStore
import NavStorePlatform

/// Compares the stored forms of an app's routes with the stored forms of earlier builds.
///
/// A change that would cost users their stacks then fails in a test and not on their devices.
///
/// ```swift
/// @Test func routesStayReadable() throws {
///   try RouteContract.check([AppRoute.category("shoes"), .product(id: 7), .settings])
/// }
/// ```
///
/// The first run writes the stored form of each sample to a golden file, which belongs in version
/// control. Later runs read the file: each recorded form must still decode as its sample, through
/// names, former names, renamed cases and upgrade steps. A sample's form must be the recorded one.
/// Intended new forms (a new sample, a raised version, a renamed case or type) are added to the
/// file; only you remove forms. SwiftPM warns about files that no target names, so exclude the
/// folder.
///
/// ```swift
/// .testTarget(name: "AppTests", dependencies: [ … ], exclude: ["__NavRoutes__"])
/// ```
///
/// A failed check throws a ``Violation``, so it works in any test framework. The error's text
/// quotes the samples.
///
/// A ``/NavStore/NavElement/coding`` or ``/NavStore/NavRoute/routeTraits`` that is misspelled, or
/// of another type, compiles and is never used. The check sees only the effects of a declaration.
/// If a recorded form does not decode, or has another history key, the violation reports that the
/// type seems to have no declaration of its own.
///
/// Give at least one sample for each case. Fill in every optional value, and put at least two
/// elements into every collection. Use only constants, because a `Date()` or `UUID()` differs in
/// each run.
public enum RouteContract {
  /// Compares the stored forms of samples with the golden file of their type next to the test:
  /// `__NavRoutes__/AppRoute.json` for a type with the stored name `AppRoute`.
  ///
  /// A type with former names uses the file of its oldest name. If a type has no file, but a file
  /// of another name fits its samples, the check assumes a renamed type without a former name. That
  /// is a violation.
  ///
  /// Reads the file, blocks, and decodes each sample some 30 times, which takes milliseconds. If it
  /// writes the file, it prints a line.
  ///
  /// - Parameters:
  ///   - samples: At least one route for each case, in any order.
  ///   - otherNames: The stored names of other types whose golden files are in the same folder and
  ///     have the same stored forms.
  ///   - records: Whether the check may write the file. If not, a missing file or form is a
  ///     violation. The default is `true`, unless the environment variable `CI` is set.
  ///   - testFile: A file in the folder that contains the folder `__NavRoutes__`. The default is
  ///     the calling file.
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

  /// Checks samples, and returns the change of the golden file and all notes.
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
    /// The check may write the golden file, unless the environment variable `CI` is set to a value
    /// other than `false` or `0`.
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
