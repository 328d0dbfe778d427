/// Encodes a batch, and finds the stored form of a stack that holds routes that are not
/// stored.
///
/// The file is always that projection: the stack ends below the first route that is not stored,
/// because it is not meant to be or because it cannot be; routes above it are history on the
/// nearest stored visit.
extension PendingStack {
  /// Fills in the events and the row of a batch, and notes what it found. Runs code of the app, so
  /// without the session's lock.
  func encode(into batch: StackBatch, codec: RouteCodec<ErasedRoute>, depthLimit: Int) {
    guard let taken else { return }
    let root = taken.storedRoot ?? StoredRoot(taken.root, codec: codec)
    taken.storedRoot = root
    batch.dropsRootValues = dropsRootValues
    var encoder = Encoder(codec: codec, depthLimit: depthLimit, ahead: encoded[...])
    for entry in entries {
      if let event = taken.event(of: entry, &encoder) { batch.append(event, turn: entry.turn) }
    }
    for (key, value) in values {
      if taken.isStored(key.node), key.node.parent != nil || !taken.isRootForgotten {
        batch.append(.value(value, named: key.name, of: taken.ref(key.node)), turn: 0)
      } else {
        taken.unstoredValues.append((key, value))
      }
    }
    for title in titles.values
    where taken.isStored(title.node) && encoder.isInHistory(title.route) {
      batch.append(.title(title.title, of: taken.ref(title.node)), turn: 0)
    }
    for (route, title) in itemTitles {
      guard let item = try? codec.encode(route), item.isInHistory else { continue }
      batch.append(.itemTitle(title, key: item.historyKey), turn: 0)
    }
    for (name, value) in sceneValues {
      batch.append(.sceneValue(value, named: name.text), turn: 0)
    }
    guard isDirty || isRootDirty || !taken.replaced.isEmpty else { return }
    let list = taken.list
    let (tips, position) =
      root.isTransient ? ([.stored(0)], 0) : taken.tips(of: list.entries, list.index)
    // The current entry, not the top of the stack: after a salvage that is still the old tip.
    batch.row = StackBatch.Row(
      tips: tips, position: position, tip: tips[position], limit: list.limit,
      root: root.route, setsRoot: taken.setsRoot, joins: taken.joinsList)
  }

  /// A codec with what it has encoded ahead of the batch, in the order of the pending visits.
  fileprivate struct Encoder {
    let codec: RouteCodec<ErasedRoute>
    let depthLimit: Int
    var ahead: ArraySlice<(route: ErasedRoute, form: StoredRoute)>

    mutating func encode(_ route: ErasedRoute) throws(NavStore.Error) -> StoredRoute {
      if let next = ahead.first, next.route === route {
        ahead.removeFirst()
        return next.form
      }
      return try codec.encode(route)
    }

    func isInHistory(_ route: ErasedRoute?) -> Bool {
      route.flatMap { try? codec.encode($0) }?.isInHistory != false
    }
  }
}

extension PendingStack.Taken {
  fileprivate func event(
    of entry: PendingStack.Entry, _ encoder: inout PendingStack.Encoder
  ) -> StackBatch.Event? {
    switch entry.event {
    case .made(let node, let time):
      guard let route = entry.route, let stored = encode(route, of: node, &encoder) else {
        node.markStorable(false)
        return nil
      }
      node.markStorable(true)
      let parent = node.parent.map(ref) ?? .stored(0)
      node.fingerprint = stored.fingerprint
      made.append(node)
      // A visit that is no history is one that nobody has seen, for good.
      let seenAt = stored.isInHistory ? time : nil
      return .visit(stored, on: parent, seenAt: seenAt, replaced: node.replaced)
    case .seen(let node, let time):
      guard let route = entry.route, isStored(node), encoder.isInHistory(route) else { return nil }
      return .seen(ref(node), at: time)
    case .refreshed(let node):
      guard let route = entry.route, isStored(node), let stored = encode(route, of: node, &encoder)
      else { return nil }
      if node.unstoredReason != nil { unstored.append((node, nil)) }
      guard stored.fingerprint != node.fingerprint else { return nil }
      replaced.append((node, node.fingerprint))
      node.fingerprint = stored.fingerprint
      return .refreshed(ref(node), stored)
    }
  }

  /// The stored form of a visit's route; nil where it has none.
  private func encode(
    _ route: ErasedRoute, of node: VisitNode, _ encoder: inout PendingStack.Encoder
  ) -> StoredRoute? {
    let limit = encoder.depthLimit
    guard node.depth <= limit else {
      // Those above it are none the worse.
      if node.depth == limit + 1 { unstored.append((node, .tooDeep(limit: limit))) }
      return nil
    }
    do throws(NavStore.Error) {
      return try encoder.encode(route)
    } catch {
      if error.code != .notStored { unstored.append((node, error)) }
      return nil
    }
  }
}

// MARK: - What a batch calls visits

extension PendingStack.Taken {
  fileprivate func isStored(_ node: VisitNode) -> Bool {
    node.id >= 0 || made.contains(node)
  }

  /// The nearest visit, from `node` down, that is stored.
  fileprivate func ref(_ node: VisitNode) -> StackBatch.Ref {
    var node = node
    while node.id < 0 {
      if let place = made.place(of: node) { return .made(place) }
      guard let beneath = node.parent else { return .stored(0) }
      node = beneath
    }
    return .stored(node.id)
  }

  /// The tips that the file shows for the stacks on the entries of a list, and the current one's
  /// place among them.
  fileprivate func tips(of entries: [VisitNode], _ position: Int) -> (
    tips: [StackBatch.Ref], position: Int
  ) {
    var tips: [StackBatch.Ref] = []
    tips.reserveCapacity(entries.count)
    var newPosition = 0
    for index in entries.indices {
      // A screen that was forgotten is no entry, but for the one that is shown.
      if index != position && entries[index].isForgotten {
        let list = BackForwardList(entries: entries, index: position, limit: entries.count)
        let left = list.without(
          \.isForgotten, landing: .parent, parent: { $0 },
          areEqual: { VisitNode.haveEqualRoutes($0, $1, inFile: ==) })
        return self.tips(of: left.entries, left.index)
      }
      let tip = shown(of: entries[index])
      // Neighbours that became the same tip, as entries over a route that is not stored do.
      if tips.last != tip { tips.append(tip) }
      if index == position { newPosition = tips.count - 1 }
    }
    return (tips, newPosition)
  }

  private func shown(of entry: VisitNode) -> StackBatch.Ref {
    // The usual one, and the one that must be quick: a list has fifty.
    entry.id >= 0 && entry.isShownWhole ? .stored(entry.id) : ref(entry.projection)
  }
}
