extension StackTable {
  /// The stacks of a scene, or the one with a name.
  func stacks(ofScene scene: String, account: Int64, name: String?) throws -> [Int64] {
    try db.all(
      """
      SELECT stack.id, stack.name
      FROM scene CROSS JOIN stack ON stack.scene = scene.id AND stack.account = ?
      WHERE scene.key = ?
      """, account, scene
    ) { (id: $0.int(0), name: $0.text(1)) }
    .filter { stack in name.map { $0.hasBytes(of: stack.name) } ?? true }
    .map(\.id)
  }

  /// Where stacks and the back/forward lists, theirs and those of their scenes, stand.
  func standing(_ stacks: [Int64]) throws -> VisitTreeBuilder.Standing {
    var standing = VisitTreeBuilder.Standing()
    var scenes: Set<SceneListTable.Key> = []
    for id in stacks {
      let stack = try db.first("SELECT tip, list, scene, account FROM stack WHERE id = ?", id) {
        (
          tip: $0.int(0), list: BackForwardListCodec.decode($0.bytes(1)),
          scene: $0.optionalInt(2), account: $0.int(3)
        )
      }
      guard let stack else { continue }
      standing.current.insert(stack.tip)
      standing.listed.formUnion(stack.list ?? [stack.tip])
      if let scene = stack.scene { scenes.insert(.init(scene: scene, account: stack.account)) }
    }
    for scene in scenes {
      let entries = try SceneListTable(db: db).find(scene)?.entries ?? []
      standing.listed.formUnion(entries.lazy.filter { stacks.contains($0.stack) }.map(\.tip))
    }
    return standing
  }
}
