import NavStore

extension NavStore {
  /// Returns the scenes with their stacks, back/forward lists and values as text.
  ///
  /// Redacted text can be sent to another person. Redacted text leaves out the keys of scenes and
  /// accounts, the names of stacks and values, routes, and values. Of a route it shows the size,
  /// the tag, the version and the kind, which is the name of the route's case. Reads at most 100
  /// scenes, and the upper 100 routes of each stack.
  ///
  /// - Parameter redacting: Whether the text leaves out all data of the user. The default is
  ///   `true`.
  /// - Throws: ``/NavStore/NavStore/Error`` with code `fileUnusable`, `busy` or `closed`.
  public func dump(redacting: Bool = true) async throws(NavStore.Error) -> String {
    try await writer.read { connection in
      var dump = Dump(table: DumpTable(db: connection), isRedacted: redacting)
      return try dump.text()
    }
  }
}

/// Writes the scenes of a store as text.
private struct Dump {
  let table: DumpTable
  let isRedacted: Bool

  /// The accounts that the text has mentioned. A redacted account is named by its position in this
  /// list.
  private var accounts: [ByteKey] = []
  private var lines: [String] = []

  private static let mostScenes = 100

  init(table: DumpTable, isRedacted: Bool) {
    self.table = table
    self.isRedacted = isRedacted
  }

  mutating func text() throws -> String {
    let scenes = try SceneTable(db: table.db).all()
    for (place, scene) in scenes.prefix(Self.mostScenes).enumerated() {
      let saved = scene.savedAt.map { ", saved \(TimeText.iso8601($0))" } ?? ""
      let state = scene.closedAt == nil ? "open" : "closed"
      lines.append("scene \(name(scene.id, place + 1)): \(state)\(saved)")
      for (place, stack) in try table.stacks(ofScene: scene.id).enumerated() {
        try write(stack, place + 1)
      }
      for (place, value) in try table.values(ofScene: scene.id).enumerated() {
        let content = isRedacted ? "\(value.json.utf8.count) bytes" : value.json
        let owner = account(value.account)
        lines.append("  value \(name(value.name, place + 1)) of \(owner): \(content)")
      }
    }
    if scenes.count > Self.mostScenes {
      lines.append("and \(scenes.count - Self.mostScenes) more scenes")
    }
    return lines.joined(separator: "\n")
  }

  private mutating func write(_ stack: DumpTable.Stack, _ place: Int) throws {
    let list = BackForwardListCodec.decode(stack.list)
    let entries = list.map { "entry \(stack.position + 1) of \($0.count)" } ?? "unreadable list"
    let name = stack.name.isEmpty ? "" : " \(name(stack.name, place))"
    lines.append("  stack\(name) of \(account(stack.account)): \(entries)")
    if let root = stack.root { lines.append("    root \(text(root))") }
    let chain = try table.chain(from: stack.tip)
    for route in chain.reversed() { lines.append("    \(text(route))") }
    if chain.isEmpty { lines.append("    at the root screen") }
  }

  private func text(_ route: DumpTable.Route) -> String {
    let content = isRedacted ? "\(route.payload.utf8.count) bytes" : route.payload
    return "\(route.tag) v\(route.version) \(route.kind): \(content)"
  }

  private func name(_ key: String, _ place: Int) -> String {
    isRedacted ? "\(place)" : "\"\(key)\""
  }

  private mutating func account(_ key: String) -> String {
    if key.isEmpty { return "the signed-out account" }
    guard isRedacted else { return "\"\(key)\"" }
    let key = ByteKey(key)
    if let place = accounts.firstIndex(of: key) { return "account \(place + 1)" }
    accounts.append(key)
    return "account \(accounts.count)"
  }
}
