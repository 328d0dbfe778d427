/// The routes and items whose data the report's page contains.
struct ReportContents {
  /// The index of each route in the page's arrays, by the number of the route in the database.
  private(set) var routePlaces: [Int64: Int] = [:]

  /// The number of visits of all items in the store, including items that the page doesn't contain.
  private(set) var allVisits: Int64 = 0

  private var routes: [Route] = []
  private var items: [InspectorTable.Item] = []
  private var itemPlaces: [Int64: Int] = [:]

  private struct Route {
    let item: Int64
    let tag: String
    let version: Int64
    let payload: String
  }

  /// The number of items with the highest frecency that the page contains in any case. The page
  /// contains another item only if it contains a visit of the item.
  private static let mostRelevant = 1_000

  init(_ table: InspectorTable, routes wanted: Set<Int64>) throws {
    var wantedItems: Set<Int64> = []
    try table.routes { row in
      guard wanted.contains(row.id) else { return }
      routePlaces[row.id] = routes.count
      wantedItems.insert(row.item)
      routes.append(
        Route(item: row.item, tag: row.tag, version: row.version, payload: row.payload))
    }
    var moments: [(moment: Double, item: Int64)] = []
    try table.items { item in
      allVisits += item.visits
      if let moment = item.moment { moments.append((moment, item.id)) }
    }
    moments.sort { $0.moment > $1.moment }
    wantedItems.formUnion(moments.prefix(Self.mostRelevant).map(\.item))
    try table.items { item in
      guard wantedItems.contains(item.id) else { return }
      itemPlaces[item.id] = items.count
      items.append(item)
    }
  }

  func write(
    to writer: inout JSONWriter, names: Names, accounts: [Int64: Int], characters: Int
  ) {
    var kinds = Interned()
    var tags = Interned()
    let itemKinds = items.map { kinds.place($0.kind) }
    let routeTags = routes.map { tags.place($0.tag) }
    writer.member("kinds") { $0.array(kinds.texts) { $0.string($1) } }
    writer.member("tags") { $0.array(tags.texts) { $0.string($1) } }
    writer.member("itemKind") { $0.array(itemKinds) { $0.integer(Int64($1)) } }
    writer.member("itemAccount") { writer in
      writer.array(items) { $0.integer(Int64(accounts[$1.account] ?? 0)) }
    }
    writer.member("itemKey") { writer in
      writer.array(items) { writer, item in
        writer.string(names.isRedacted ? "" : item.key.shortened(to: characters))
      }
    }
    writer.member("itemTitle") { writer in
      writer.array(items) { writer, item in
        guard !names.isRedacted, let title = item.title else { return writer.raw("0") }
        writer.string(title.shortened(to: characters))
      }
    }
    writer.member("itemVisits") { $0.array(items) { $0.integer($1.visits) } }
    writer.member("itemMoment") { writer in
      writer.array(items) { writer, item in
        // Writes the moment in units of 100 ms, which are precise enough for sorting items by
        // frecency.
        let moment = item.moment.flatMap { Int64(exactly: ($0 / 100).rounded()) }
        writer.integer(moment ?? 0)
      }
    }
    writer.member("routeItem") { writer in
      writer.array(routes) { $0.integer(Int64(itemPlaces[$1.item] ?? -1)) }
    }
    writer.member("routeTag") { $0.array(routeTags) { $0.integer(Int64($1)) } }
    writer.member("routeVersion") { $0.array(routes) { $0.integer($1.version) } }
    writer.member("routePayload") { writer in
      writer.array(routes) { writer, route in
        // The payload often equals the key of the route's item. In this case, 0 is written in place
        // of the payload, because it is shorter.
        let key = itemPlaces[route.item].map { items[$0].key }
        guard !names.isRedacted, route.payload != key else { return writer.raw("0") }
        writer.string(route.payload.shortened(to: characters))
      }
    }
  }
}

/// A list of texts without duplicates, in which a text is found by its index.
private struct Interned {
  private(set) var texts: [String] = []
  private var places: [String: Int] = [:]

  mutating func place(_ text: String) -> Int {
    if let place = places[text] { return place }
    places[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }
}
