import NavStore
import NavStorePlatform

/// A check of a route type: its samples, and the golden files that they are compared with.
struct ContractRun<R: NavRoute> {
  private let file: URL
  private let probe: RouteProbe<R>
  private let samples: [Sample<R>]

  /// Throws if the samples themselves are unusable. Doesn't read the golden file.
  init(_ routes: [R], file: URL) throws(RouteContract.Violation) {
    self.file = file
    do throws(NavStore.Error) {
      probe = try RouteProbe()
    } catch {
      throw Self.violation([.init(.unstableRouteTag, [], error.message)], file)
    }
    var samples: [Sample<R>] = []
    var findings: [RouteContract.Finding] = []
    for (position, route) in routes.enumerated() {
      do {
        let sample = try Sample(route, probe: probe)
        if let flaw = sample.flaw(probe: probe) { findings.append(flaw) }
        // Skip a sample whose stored form is equal to that of an earlier sample.
        if !samples.contains(where: { $0.payload == sample.payload }) { samples.append(sample) }
      } catch {
        let message = (error as? NavStore.Error)?.message ?? "\(error)"
        findings.append(
          .init(.notEncodable, [], "The sample at position \(position) is not stored. \(message)"))
      }
    }
    if routes.isEmpty {
      findings.append(.init(.noSamples, [], "There are no samples: nothing is checked."))
    }
    self.samples = samples
    try refuse(findings)
  }

  /// Throws a violation if there are findings.
  func refuse(_ findings: [RouteContract.Finding]) throws(RouteContract.Violation) {
    guard findings.isEmpty else { throw Self.violation(findings, file) }
  }

  /// Compares the samples with the golden file of this run and with `others`. If there are no
  /// findings, adds new forms to the golden file of this run.
  func finish(
    others: [URL], recording: RouteContract.Recording
  ) throws(RouteContract.Violation) -> RouteContract.Outcome {
    let golden = try read(file)
    let check = check(against: golden)
    var findings = check.findings
    for other in others {
      findings += self.check(against: try read(other)).findings.map {
        .init($0.kind, $0.names, "In \(other.lastPathComponent): \($0.message)")
      }
    }
    try refuse(findings)

    let (entries, added, evolved) = check.additions
    if !entries.isEmpty {
      try refuse(recording.isAllowed() ? [] : [notRecorded(added + evolved, in: golden)])
      try write(GoldenFile(entries: (golden?.entries ?? []) + entries))
    }
    return RouteContract.Outcome(
      change: golden == nil ? .written : entries.isEmpty ? .unchanged : .extended,
      file: file, added: added, evolved: evolved, notes: check.notes)
  }

  /// Returns a finding if `other`, a golden file of another tag, looks like this type's file under
  /// a former tag. That is so if all its forms decode as samples of this run, or if it has a form
  /// of each sample.
  func formerSelf(in other: URL) -> RouteContract.Finding? {
    guard let golden = try? read(other), let first = golden.entries.first else { return nil }
    let indices = golden.entries.compactMap { entry -> Int? in
      let reading = ContractCheck.read(entry, tag: probe.tag, samples: samples, probe: probe)
      if case .sample(let index) = reading { return index } else { return nil }
    }
    let areAllRead = indices.count == golden.entries.count
    guard areAllRead || Set(indices).count == samples.count else { return nil }
    let check = check(against: golden)
    let tags = golden.entries.map(\.tag)
    let tag = tags.first { GoldenFolder.fileName(forTag: $0) == other.lastPathComponent }
    return check.findings.first { $0.kind == .unknownType }.map { finding in
      let apart = """
          If it is another type that only looks the same, say so:
            check(samples, notRenamedFrom: ["\(tag ?? first.tag)"])
        """
      return .init(
        finding.kind, finding.names,
        "\(other.lastPathComponent) fits the samples. \(finding.message)\n\(apart)")
    }
  }

  private func check(against golden: GoldenFile?) -> ContractCheck<R> {
    ContractCheck(samples: samples, entries: golden?.entries ?? [], probe: probe)
  }

  private func notRecorded(_ names: [String], in golden: GoldenFile?) -> RouteContract.Finding {
    let what = golden == nil ? "is missing" : "lacks \(names.joined(separator: ", "))"
    return .init(
      .notRecorded, names,
      "The golden file \(what), and nothing is written here (CI, or records: false). "
        + "Run the test on your own machine and commit \(file.path).")
  }

  private static func violation(
    _ findings: [RouteContract.Finding], _ file: URL
  ) -> RouteContract.Violation {
    RouteContract.Violation(
      routeTag: RouteTag.of(R.self), file: file, findings: findings,
      isFormSilent: R.coding.form.isDefault)
  }

  // MARK: Files

  /// Reads a golden file. Returns `nil` if there is no file at `url`.
  private func read(_ url: URL) throws(RouteContract.Violation) -> GoldenFile? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    do {
      return try GoldenFile(Data(contentsOf: url))
    } catch let damage as GoldenFile.Damage {
      throw fileProblem(
        """
        is damaged: \(damage.description). Take it back from version control; \
        without it, nothing knows what users have stored.
        """, url)
    } catch {
      throw fileProblem("cannot be read: \(error)", url)
    }
  }

  private func write(_ golden: GoldenFile) throws(RouteContract.Violation) {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try golden.data.write(to: file, options: .atomic)
    } catch {
      throw fileProblem("cannot be written: \(error)", file)
    }
  }

  private func fileProblem(_ what: String, _ url: URL) -> RouteContract.Violation {
    Self.violation([.init(.goldenFile, [], "The golden file \(what) (\(url.path))")], file)
  }
}

extension RouteContract.Finding {
  init(_ kind: Kind, _ names: [String], _ message: String) {
    self.init(kind: kind, names: names, message: message)
  }
}

extension RouteForm {
  /// Whether the form is the default one.
  fileprivate var isDefault: Bool {
    name == nil && formerNames.isEmpty && renaming.isEmpty && version == 1 && upgrade == nil
  }
}
