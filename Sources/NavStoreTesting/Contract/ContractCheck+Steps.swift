import NavStore

extension ContractCheck {
  /// Returns the stored form of an entry and the current form of a sample as text.
  func forms(_ entry: Entry?, _ sample: Sample<R>?) -> String {
    let noSample = "no sample like it; tag \(probe.tag), version \(probe.form.version)"
    return """
        stored: \(entry?.form ?? "nothing")
        now:    \(sample?.entry.form ?? noSample)
      """
  }

  /// Returns the declaration of the type's coding, with former names, renamings and a version
  /// added.
  func coding(
    formerNames: [String] = [], renaming: [String: String] = [:], version: Int? = nil
  ) -> String {
    let form = probe.form
    var changed = form
    changed.formerNames += formerNames
    changed.renaming.merge(renaming) { $1 }
    return declaration(of: changed, version: version ?? form.version)
      + (form.upgrade == nil ? "" : " { … }")
  }

  /// Returns the declaration of the type's coding without its upgrade steps.
  private func declaration(of form: RouteForm, version: Int) -> String {
    func quoted(_ text: String) -> String { "\"\(text)\"" }
    var labels: [String] = []
    if let name = form.name { labels.append("name: \(quoted(name))") }
    if !form.formerNames.isEmpty {
      labels.append("formerNames: [\(form.formerNames.map(quoted).joined(separator: ", "))]")
    }
    if !form.renaming.isEmpty {
      let pairs = form.renaming.sorted { $0.key < $1.key }
        .map { "\(quoted($0.key)): \(quoted($0.value))" }
      labels.append("renaming: [\(pairs.joined(separator: ", "))]")
    }
    if version != 1 { labels.append("version: \(version)") }
    return "static let coding = NavCoding<\(R.self)>.codable(\(labels.joined(separator: ", ")))"
  }

  /// Returns the declaration of the type's coding with `lines` as an upgrade step, and with the
  /// version that the step needs.
  func step(_ lines: [String], on entry: Entry, indent: Int) -> String {
    // The developer may have raised the version without adding its upgrade step.
    let current = probe.form.version
    let isRaised = entry.version < current && !readings.contains { $0.entry.version == current }
    let form = declaration(of: probe.form, version: isRaised ? current : current + 1)
    var code = ["\(form) { json, version in"]
    if probe.form.upgrade != nil { code.append("  …") }
    code.append("  if version == \(isRaised ? entry.version : current) {")
    code += lines.map { "    " + $0 }
    code += ["  }", "}"]
    return code.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }

  /// Returns the changes that an upgrade step has to make, as far as the stored form of `entry` and
  /// the form of `sample` show them.
  func changes(from entry: Entry, to sample: Sample<R>?) -> [String] {
    let unclear = ["// Bring json into today's shape."]
    guard let sample else { return unclear }
    let isEnum = sample.caseName != nil
    let place = isEnum ? entry.payload.caseName.map { "json[\"\($0)\"]?" } : "json"
    guard let place,
      let old = isEnum ? entry.payload.caseMembers : entry.payload.members,
      let new = isEnum ? sample.payload.caseMembers : sample.payload.members
    else { return unclear }

    let gone = old.keys.filter { new[$0] == nil }.sorted()
    var added = new.keys.filter { old[$0] == nil }.sorted()
    var lines: [String] = []
    for name in gone {
      let isOnly = gone.count == 1 && added.count == 1
      if let heir = added.first(where: { isOnly || new[$0] == old[name] }) {
        lines.append("\(place).rename(\"\(name)\", to: \"\(heir)\")")
        added.removeAll { $0 == heir }
        if let before = old[name], let after = new[heir], before != after {
          lines.append("// It was \(before.text) and is \(after.text) now.")
        }
      } else {
        lines.append("\(place)[\"\(name)\"] = nil")
      }
    }
    for name in added {
      lines.append("\(place)[\"\(name)\"] = \(new[name]?.literal ?? ".null")")
    }
    for name in old.keys.sorted() {
      guard let before = old[name], let after = new[name], before != after else { continue }
      lines.append("// \"\(name)\" was \(before.text) and is \(after.text) now.")
    }
    return lines.isEmpty ? unclear : lines
  }
}

extension JSONText {
  /// The value as a literal of ``/NavStore/NavJSON``.
  fileprivate var literal: String {
    switch self {
    case .object: ".object([:])"
    case .array: ".array([])"
    case .scalar("null"): ".null"
    case .scalar(let text) where text == "true" || text == "false": ".bool(\(text))"
    case .scalar(let text) where text.hasPrefix("\""): ".string(\(text))"
    case .scalar(let text): Int64(text) == nil ? ".number(\(text))" : ".integer(\(text))"
    }
  }
}
