import NavStore
import NavStorePlatform

// The findings of a check as text, with the code that makes a stored form readable again.

extension ContractCheck {
  private func finding(
    _ kind: RouteContract.Finding.Kind, _ entry: Entry, _ sample: Sample<R>?, _ what: String,
    _ advice: String
  ) -> RouteContract.Finding {
    RouteContract.Finding(
      kind, [entry.name], "\(entry.name): \(what)\n\(forms(entry, sample))\n\(advice)")
  }

  // MARK: Types and cases

  func unknownType(_ entries: [Entry], sample: Sample<R>?) -> RouteContract.Finding {
    let tag = entries.first?.tag ?? ""
    var names: [String] = []
    for entry in entries where !names.contains(entry.name) { names.append(entry.name) }
    return RouteContract.Finding(
      .unknownType, names,
      """
      \(names.joined(separator: ", ")): stored under a name that the type does not read.
      \(forms(entries.first, sample))
        If the type was renamed or moved, give its former name:
          \(coding(formerNames: [tag]))
      """)
  }

  func lost(_ entry: Entry, because reason: FailureCause, sample: Sample<R>?)
    -> RouteContract.Finding
  {
    switch reason {
    case .newerVersion:
      return finding(
        .newerVersion, entry, sample,
        "stored with version \(entry.version), and the type is at \(probe.form.version).",
        """
          A version never goes down again:
            \(coding(version: entry.version))
        """)
    case .upgradeFailed:
      return finding(
        .upgradeFailed, entry, sample,
        "an upgrade step from version \(entry.version) on throws.",
        "  Have upgrade in coding bring this form along.")
    default:
      let name = isEnum ? entry.payload.caseName : nil
      let isThere = samples.contains { $0.caseName == name.map(probe.currentName) }
      guard let name, !isThere else { return payloadChanged(entry, sample: sample) }
      return caseGone(entry, name: name)
    }
  }

  private func caseGone(_ entry: Entry, name: String) -> RouteContract.Finding {
    let (heirs, sample) = heirs(of: entry)
    let current = probe.currentName(of: name)
    let words =
      switch heirs.count {
      case 0:
        """
          If the case was renamed, name it:
            \(coding(renaming: [current: "<its new name>"]))
          If it was removed, send those who stand on it elsewhere:
        \(step(sendingElsewhere(name, entry), on: entry, indent: 4))
          If it is still there, give it a sample.
        """
      case 1:
        """
          The case seems to have been renamed to \(heirs[0]). Say so:
            \(coding(renaming: [current: heirs[0]]))
        """
      default:
        """
          The case seems to have been renamed to one of \(heirs.joined(separator: ", ")). Say so:
        \(heirs.map { "    " + coding(renaming: [current: $0]) }.joined(separator: "\n"))
        """
      }
    return finding(
      .caseGone, entry, sample, "the case \(name) is not there any longer.", words)
  }

  private func sendingElsewhere(_ name: String, _ entry: Entry) -> [String] {
    // The stored form of an enum with raw values is a plain string.
    let (test, heir) =
      if case .scalar = entry.payload {
        ("json == .string(\"\(name)\")", ".string(\"<another case>\")")
      } else {
        ("json[\"\(name)\"] != nil", ".object([\"<another case>\": .object([:])])")
      }
    return ["if \(test) {", "  json = \(heir)", "}"]
  }

  /// Returns the cases that the entry's case may have been renamed to, and that have no entry in
  /// the file. If the entry decodes as a sample under the names of some of these cases, returns
  /// only those.
  private func heirs(of entry: Entry) -> (names: [String], sample: Sample<R>?) {
    var exact: [String] = []
    var fitting: [String] = []
    for name in Set(freeSamples.compactMap(\.caseName)).sorted() {
      var renamed = entry
      renamed.payload = entry.payload.renamingCase(to: name)
      switch Self.read(renamed, samples: freeSamples, probe: probe) {
      case .sample: exact.append(name)
      case .other: fitting.append(name)
      case .lost: continue
      }
    }
    let names = exact.isEmpty ? fitting : exact
    return (names, freeSamples.first { names.count == 1 && $0.caseName == names[0] })
  }

  // MARK: Payloads

  private func payloadChanged(_ entry: Entry, sample: Sample<R>?) -> RouteContract.Finding {
    finding(
      .payloadChanged, entry, sample, "what was stored no longer decodes.",
      """
        If its payload changed shape, raise the version and bring the old shape along:
      \(step(changes(from: entry, to: sample), on: entry, indent: 4))
      """)
  }

  func valueChanged(_ entry: Entry, to route: R, sample: Sample<R>) -> RouteContract.Finding {
    let payload = (try? probe.stored(route).raw.payload).map { String(decoding: $0, as: UTF8.self) }
    return finding(
      .valueChanged, entry, sample, "what was stored comes back as another value.",
      """
        back as: \(payload ?? "nothing")
        If you changed the sample, keep the old one beside it; a sample made of Date() or UUID() is
        another in each run. If the type changed, raise the version and bring the old shape along:
      \(step(changes(from: entry, to: sample), on: entry, indent: 4))
      """)
  }

  func formChanged(_ entry: Entry, sample: Sample<R>) -> RouteContract.Finding {
    finding(
      .formChanged, entry, sample,
      "it comes back, but is stored otherwise under the same version.",
      """
        Builds from before may not read the new form. Raise the version and bring the old one along:
      \(step(changes(from: entry, to: sample), on: entry, indent: 4))
      """)
  }

  func historyChanged(_ entry: Entry, sample: Sample<R>) -> RouteContract.Finding {
    let silence =
      sample.route.routeTraits == NavRouteTraits()
      ? "\n  \(RouteContract.silence(of: "routeTraits", type: "NavRouteTraits"))" : ""
    return RouteContract.Finding(
      .historyChanged, [entry.name],
      """
      \(entry.name): its item or kind changed. What users viewed before is another item now.
        stored: \(entry.historyKey), kind \(entry.historyKind)
        now:    \(sample.entry.historyKey), kind \(sample.entry.historyKind)
        Give back the old one as itemID or kind in routeTraits; in coding, formerNames has the oldest
        name first, and renaming the oldest case names. If it is meant, raise the version:
          \(coding(version: probe.form.version + 1))\(silence)
      """)
  }

  // MARK: Samples

  static func unstable(_ name: String, one: String, other: String) -> RouteContract.Finding {
    RouteContract.Finding(
      .unstableEncoding, [name],
      """
      \(name): it is stored in another order each time, so it is another item in each launch.
        once:   \(one)
        now:    \(other)
        A Set has no order, nor has a dictionary with keys other than String and Int. Use a sorted
        array.
      """)
  }

  static func irreversible(_ sample: Sample<R>, _ what: String) -> RouteContract.Finding {
    var message = """
      \(sample.entry.name): it does not survive being stored.
        stored: \(sample.payload.text)
        \(what)
      """
    if let name = sample.caseName, let newName = R.coding.form.renaming[name] {
      message +=
        "\n  renaming in coding sends \(name) to \(newName), so no case can be called \(name) again."
    }
    return RouteContract.Finding(.irreversible, [sample.entry.name], message)
  }
}
