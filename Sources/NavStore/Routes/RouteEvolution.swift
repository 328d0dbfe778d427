import NavStorePlatform

/// The changes of a route type since its routes were stored: its tags (names in the file), cases
/// and versions.
final class RouteEvolution: Sendable {
  let tag: String
  let form: RouteForm
  private let newNames: [String: String]
  private let oldestNames: [String: String]

  /// Creates the evolution of a type that is stored under `tag`. The form is the default one if only
  /// the tag is known.
  init(tag: String, form: RouteForm = RouteForm()) {
    self.tag = tag
    self.form = form
    // A case may have been renamed more than once. The number of steps is bounded, because the names
    // can form a circle.
    newNames = form.renaming.mapValues { name in
      form.renaming.dropFirst().reduce(name) { name, _ in form.renaming[name] ?? name }
    }
    // An oldest name is not the new name of another name. If a case has several oldest names, use
    // the first one in alphabetical order.
    let oldest = newNames.filter { !form.renaming.values.contains($0.key) }
    oldestNames = Dictionary(oldest.map { ($0.value, $0.key) }, uniquingKeysWith: min)
  }

  convenience init<R: NavRoute>(_ type: R.Type, _ form: RouteForm) throws(NavStore.Error) {
    self.init(tag: form.name ?? RouteTag.defaultTag(for: R.self), form: form)
    guard tags.allSatisfy(RouteTag.isStable) else {
      throw NavStore.Error(
        .unsupportedRoute,
        """
        The route type \(R.self) is local, private or generic, so it has no stable name. Give it one: \
        static var coding: NavCoding<Self> { .codable(name: "...") }.
        """
      )
    }
  }

  /// All tags that the type was ever stored under, including the current one.
  var tags: [String] { form.formerNames + [tag] }

  /// The oldest tag. Item identifiers that are derived from routes begin with it, so that routes of
  /// a renamed type keep their items.
  var canonicalTag: String { form.formerNames.first ?? tag }

  /// Returns the current name of a case.
  func currentName(of name: String) -> String { newNames[name] ?? name }

  /// Returns the oldest name of a case.
  func canonicalName(of name: String) -> String { oldestNames[name] ?? name }

  /// Returns the payload in its current form; `nil` if it already has that form.
  func upgraded(_ raw: RawRoute, with coder: JSONCoder) throws(FailureCause) -> [UInt8]? {
    let isRenamed = !newNames.isEmpty && raw.caseName.map { newNames[$0] != nil } == true
    guard raw.version < form.version || isRenamed else { return nil }
    guard var json = coder.decode(CodableJSON.self, from: raw.payload)?.json else {
      throw .undecodable
    }
    do {
      if let upgrade = form.upgrade {
        for step in raw.version..<max(form.version, raw.version) { try upgrade(&json, step) }
      }
    } catch {
      throw .upgradeFailed
    }
    rename(&json)
    guard let payload = try? coder.encode(CodableJSON(json: json)) else { throw .undecodable }
    return payload
  }

  private func rename(_ json: inout NavJSON) {
    switch json {
    case .string(let name): json = .string(currentName(of: name))
    case .object(let members):
      guard members.count == 1, let name = members.keys.first else { return }
      json.rename(name, to: currentName(of: name))
    default: break
    }
  }
}

extension RawRoute {
  /// The enum case, if the payload looks like one.
  fileprivate var caseName: String? {
    payload.withUnsafeBytes { bytes in
      JSONScanner(bytes.bindMemory(to: UInt8.self)).enumCase()?.name
    }
  }
}
