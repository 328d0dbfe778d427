import NavStoreSQLite

/// A ``VisitFilter`` in which the numbers of rows in a file replace the names.
struct VisitConditions {
  let account: Int64

  /// The stacks: all stacks of the account, or the stacks of the scene.
  let stacks: [Int64]
  var item: Int64?
  var kinds: [Int64]?

  /// The range of the visits' times, in milliseconds since 1970.
  let times: Range<Int64>

  /// Returns `nil` if no visit can match, because the account, the item, the kind or the scene
  /// doesn't exist, or the range of times is empty.
  init?(
    _ filter: VisitFilter, account key: String, _ codec: RouteCodec, in db: Connection
  ) throws {
    guard let account = try AccountTable(db: db).find(key) else { return nil }
    self.account = account
    if let key = filter.item {
      guard let found = try ItemTable(db: db).find(key, account: account) else { return nil }
      item = found
    }
    if let asked = filter.kind {
      let found = try ItemTable(db: db).kinds().filter { kind in
        codec.tags.keys.contains { codec.currentKind(kind.name, $0).hasBytes(of: asked) }
      }.map(\.id)
      guard !found.isEmpty else { return nil }
      kinds = found
    }
    let stacks = StackTable(db: db)
    self.stacks =
      if let scene = filter.scene {
        try stacks.stacks(ofScene: scene, account: account, name: filter.stack)
      } else {
        try stacks.stacks(ofAccount: account)
      }
    times = filter.times
    if self.stacks.isEmpty || times.isEmpty { return nil }
  }
}
