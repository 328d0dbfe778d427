import NavStore

extension ContractAdvice {
  /// What was stored, and what is now.
  func forms(_ entry: Entry?, _ sample: Sample<R>?) -> String {
    let stored = entry.map { "\($0.payload.text), tag \($0.tag), version \($0.version)" }
    let now = sample.map {
      "\($0.payload.text), tag \($0.stored.tag), version \($0.stored.version)"
    }
    return """
        stored: \(stored ?? "nothing")
        now:    \(now ?? "no sample like it; tag \(R.routeTag), version \(R.routeVersion)")
      """
  }

  /// An upgrade step with `lines` in it, and the version that goes with it.
  func step(_ lines: [String], on entry: Entry, indent: Int) -> String {
    // Today's version may be raised already, and its step wanting.
    let isRaised = entry.version < R.routeVersion && !versions.contains(R.routeVersion)
    let version = isRaised ? R.routeVersion : R.routeVersion + 1
    let from = isRaised ? entry.version : R.routeVersion
    var code = ["static let routeVersion = \(version)"]
    code.append(
      "static func upgradeRoute(_ json: inout NavStore.JSON, from version: Int) throws {")
    code.append("  if version == \(from) {")
    code += lines.map { "    " + $0 }
    code += ["  }", "}"]
    return code.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }

  /// What an upgrade step has to do, as far as the two forms show it.
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
  fileprivate var members: [String: JSONText]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// As a literal of ``NavStore/JSON``.
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
