import NavStore
import NavStorePlatform

/// Compares samples with the entries of a golden file. Does not access the file system.
struct ContractCheck<R: NavRoute> {
  typealias Entry = GoldenFile.Entry

  /// The result of decoding an entry: an equal sample, another route, or the cause of a failure.
  enum Reading {
    case sample(Int)
    case other(R)
    case lost(FailureCause)
  }

  let probe: RouteProbe<R>
  let samples: [Sample<R>]
  let readings: [(entry: Entry, reading: Reading)]

  /// The index of the sample that each name in the golden file stands for.
  private var owners: [String: Int] = [:]

  /// The name of each sample in the golden file, by the sample's index. A sample without an entry
  /// has the name of its new entry.
  private var names: [Int: String] = [:]

  init(samples: [Sample<R>], entries: [Entry], probe: RouteProbe<R>) {
    self.probe = probe
    self.samples = samples
    readings = entries.map { ($0, Self.read($0, samples: samples, probe: probe)) }
    // The last entry of a name decides, because an upgrade step may decode an older form as another
    // sample.
    for case (let entry, .sample(let index)) in readings { owners[entry.name] = index }

    for (name, index) in owners { names[index] = min(names[index] ?? name, name) }
    var taken = Set(readings.map(\.entry.name))
    for (index, sample) in samples.enumerated() where names[index] == nil {
      let name = Self.freeName(like: sample.entry.name, taken: taken)
      taken.insert(name)
      names[index] = name
    }
  }

  private static func freeName(like name: String, taken: Set<String>) -> String {
    guard taken.contains(name) else { return name }
    var number = 2
    while taken.contains("\(name) \(number)") { number += 1 }
    return "\(name) \(number)"
  }

  static func read(
    _ entry: Entry, tag: String? = nil, samples: [Sample<R>], probe: RouteProbe<R>
  ) -> Reading {
    do throws(FailureCause) {
      let route = try probe.route(
        tag: tag ?? entry.tag, version: entry.version, payload: Array(entry.payload.text.utf8))
      let index = samples.firstIndex { $0.isSame(as: route, probe: probe) }
      return index.map { .sample($0) } ?? .other(route)
    } catch {
      return .lost(error)
    }
  }

  // MARK: Findings

  var findings: [RouteContract.Finding] {
    var findings: [RouteContract.Finding] = []
    var unknownTags: [String] = []
    for (entry, reading) in readings {
      switch reading {
      case .lost(.unknownType):
        // One former name in the coding makes all entries with this tag readable, so report these
        // entries as one finding.
        guard !unknownTags.contains(entry.tag) else { continue }
        unknownTags.append(entry.tag)
        let alike = readings.map(\.entry).filter { $0.tag == entry.tag }
        findings.append(unknownType(alike, sample: partner(of: entry)))
      case .lost(let reason):
        findings.append(lost(entry, because: reason, sample: partner(of: entry)))
      case .other(let route):
        guard let sample = partner(of: entry, readAs: route) else { continue }
        findings.append(valueChanged(entry, to: route, sample: sample))
      case .sample(let index):
        findings += self.findings(on: entry, readAs: index)
      }
    }
    return findings
  }

  private func findings(on entry: Entry, readAs index: Int) -> [RouteContract.Finding] {
    let sample = samples[index]
    if let owner = owners[entry.name], owner != index {
      return [valueChanged(entry, to: sample.route, sample: samples[owner])]
    }
    guard entry.version == sample.entry.version else { return [] }
    var findings: [RouteContract.Finding] = []
    let payload = currentPayload(of: entry)
    if payload != sample.payload {
      findings.append(
        payload.unordered == sample.payload.unordered
          ? Self.unstable(entry.name, one: payload.text, other: sample.payload.text)
          : formChanged(entry, sample: sample))
    }
    if !hasSameHistory(entry, sample) {
      findings.append(historyChanged(entry, sample: sample))
    }
    return findings
  }

  /// Returns the payload of an entry with the current name of the entry's case.
  private func currentPayload(of entry: Entry) -> JSONText {
    guard isEnum, let name = entry.payload.caseName else { return entry.payload }
    return entry.payload.renamingCase(to: probe.currentName(of: name))
  }

  private func hasSameHistory(_ entry: Entry, _ sample: Sample<R>) -> Bool {
    entry.historyKey == sample.entry.historyKey && entry.historyKind == sample.entry.historyKind
  }

  var isEnum: Bool { samples.contains(where: \.isEnum) }

  // MARK: Pairs

  /// The samples for which the golden file has no name.
  var freeSamples: [Sample<R>] {
    let taken = Set(owners.values)
    return samples.indices.filter { !taken.contains($0) }.map { samples[$0] }
  }

  /// Returns the sample that an entry should decode as. It is the sample with the entry's name, or
  /// else a sample of the entry's case that has no name in the file. `route` is the decoded value.
  private func partner(of entry: Entry, readAs route: R? = nil) -> Sample<R>? {
    if let owner = owners[entry.name] { return samples[owner] }
    let free = freeSamples
    guard isEnum else { return free.first }
    if let caseName = caseName(of: entry, readAs: route) {
      return free.first { $0.caseName == caseName }
    }
    return free.first { entry.name.hasPrefix($0.entry.name) }
  }

  /// Returns the current case of an entry. An upgrade step may have turned the stored case into
  /// another one.
  private func caseName(of entry: Entry, readAs route: R?) -> String? {
    guard isEnum else { return nil }
    let read = route.flatMap { try? Sample($0, probe: probe).caseName }
    return read ?? currentPayload(of: entry).caseName
  }

  // MARK: What is new

  /// The entries for samples whose current form isn't in the golden file. `added` has the names of
  /// new samples, and `evolved` the names of samples with older forms in the file.
  var additions: (entries: [Entry], added: [String], evolved: [String]) {
    let known = Set(owners.values)
    var entries: [Entry] = []
    var added: [String] = []
    var evolved: [String] = []
    for (index, sample) in samples.enumerated() where !hasForm(of: sample) {
      guard let name = names[index] else { continue }
      if known.contains(index) { evolved.append(name) } else { added.append(name) }
      var entry = sample.entry
      entry.name = name
      entries.append(entry)
    }
    return (entries, added, evolved)
  }

  private func hasForm(of sample: Sample<R>) -> Bool {
    readings.contains { entry, _ in
      (entry.tag, entry.version, entry.payload)
        == (sample.entry.tag, sample.entry.version, sample.entry.payload)
    }
  }

  // MARK: Notes

  var notes: RouteContract.Notes {
    var unshown: Set<String> = []
    var withoutSample: Set<String> = []
    var otherItems: Set<String> = []
    let shown = Set(samples.compactMap(\.caseName))
    for (entry, reading) in readings {
      switch reading {
      case .other(let route):
        withoutSample.insert(entry.name)
        guard let name = caseName(of: entry, readAs: route) else { continue }
        if !shown.contains(name) { unshown.insert(name) }
      case .sample(let index):
        if !hasSameHistory(entry, samples[index]) { otherItems.insert(entry.name) }
      case .lost:
        continue
      }
    }
    var notes = RouteContract.Notes()
    notes.casesWithoutSample = unshown.sorted()
    notes.entriesWithoutSample = withoutSample.sorted()
    notes.changedHistoryKeys = otherItems.sorted()
    notes.mergedEntries = Dictionary(grouping: owners.keys, by: { owners[$0] })
      .values.filter { $0.count > 1 }.map { $0.sorted() }
      .sorted { $0.lexicographicallyPrecedes($1) }
    notes.sharedHistoryKeys = Dictionary(
      grouping: samples.indices, by: { samples[$0].entry.historyKey }
    )
    .filter { $0.value.count > 1 }.mapValues { $0.compactMap { names[$0] }.sorted() }
    return notes
  }
}
