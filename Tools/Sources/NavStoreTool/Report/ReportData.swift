import Foundation

/// The data of the report's page, as JSON with one array for each column. The name of a column is
/// in the JSON once, and a visit takes some 15 bytes.
///
/// `data.js` reads the JSON in the page. In arrays of ascending numbers, each number is the
/// difference from the number before it.
struct ReportData {
  /// The number of visits in the page that the user has seen. The page also contains visits of
  /// screens that were never on top. `inspect` doesn't count such visits either.
  var visitCount: Int { visits.count { $0.time != nil } }

  private let copy: StoreCopy
  private let names: Names
  private let accounts: [InspectorTable.Account]
  private let scenes: [InspectorTable.Scene]
  private let stacks: [InspectorTable.Stack]
  private let contents: ReportContents
  private var visits: [Visit] = []

  /// The index of each visit in `visits`, by its number in the database. A forgotten visit has the
  /// index of the next visit below it that isn't forgotten.
  private var places: [Int64: Int] = [:]

  /// The number of characters to which keys, titles and payloads are cut, because a route may take
  /// a mebibyte.
  private static let textCharacters = 2_000

  private struct Visit {
    let id: Int64
    let parent: Int?
    let stack: Int
    let time: Int64?
    let route: Int
  }

  init(_ copy: StoreCopy, limit: Int, names: Names) throws {
    self.copy = copy
    self.names = names
    let table = copy.table
    accounts = try table.accounts()
    scenes = try table.scenes()
    stacks = try table.stacks()
    let nodes = try table.tree(scene: nil, account: nil, limit: limit)
    contents = try ReportContents(
      table, routes: Set(nodes.compactMap(\.route) + stacks.compactMap(\.root)))
    let stackPlaces = Dictionary(uniqueKeysWithValues: stacks.enumerated().map { ($1.id, $0) })
    visits.reserveCapacity(nodes.count)
    for node in nodes {
      guard let route = node.route.flatMap({ contents.routePlaces[$0] }),
        let stack = stackPlaces[node.stack]
      else {
        places[node.id] = places[node.parent]
        continue
      }
      places[node.id] = visits.count
      visits.append(
        Visit(
          id: node.id, parent: places[node.parent], stack: stack, time: node.time, route: route))
    }
  }

  func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{\"format\":1")
    writeHead(to: &writer)
    writeScenes(to: &writer)
    contents.write(
      to: &writer, names: names, accounts: accountPlaces, characters: Self.textCharacters)
    writeVisits(to: &writer)
    writer.raw("}")
    return writer.bytes
  }

  private var accountPlaces: [Int64: Int] {
    Dictionary(uniqueKeysWithValues: accounts.enumerated().map { ($1.id, $0) })
  }

  private func writeHead(to writer: inout JSONWriter) {
    let name = names.isRedacted ? "store" : copy.original.url.lastPathComponent
    writer.member("name") { $0.string(name) }
    writer.member("made") { $0.integer(Times.milliseconds(of: Date())) }
    writer.member("redacted") { $0.raw(names.isRedacted ? "true" : "false") }
    writer.member("bytes") {
      $0.integer(Int64(copy.original.databaseBytes + copy.original.logBytes))
    }
    writer.member("allItems") { $0.integer(accounts.reduce(0) { $0 + $1.items }) }
    writer.member("allVisits") { $0.integer(contents.allVisits) }
  }

  private func writeScenes(to writer: inout JSONWriter) {
    let scenePlaces = Dictionary(uniqueKeysWithValues: scenes.enumerated().map { ($1.id, $0) })
    let accountPlaces = accountPlaces
    writer.member("accounts") {
      $0.array(accounts) { $0.string(names.account($1.id, $1.key)) }
    }
    writer.member("scenes") {
      $0.array(scenes) { writer, scene in
        writer.raw("[")
        writer.string(names.scene(scene.id, scene.key))
        writer.raw(",\(scene.opened),\(scene.closed ?? 0)]")
      }
    }
    writer.member("stacks") {
      $0.array(stacks) { writer, stack in
        let scene = stack.scene.flatMap { scenePlaces[$0] } ?? -1
        writer.raw("[\(scene),\(accountPlaces[stack.account] ?? 0),")
        writer.string(names.stack(stack.id, stack.name))
        let root = stack.root.flatMap { contents.routePlaces[$0] } ?? -1
        writer.raw(",\(place(stack.tip)),\(root),\(stack.saved),\(stack.position),")
        // A back/forward list may have 100,000 entries. If a list has more than 1,000 entries, the
        // page shows none of its entries.
        let list = stack.list.map { $0.count > 1_000 ? [] : $0 } ?? []
        writer.array(list) { $0.integer(Int64(place($1))) }
        writer.raw("]")
      }
    }
  }

  /// Returns the index in `visits` of a top visit. Returns -1 for the root screen, and -2 for a
  /// visit that is older than all visits in the page.
  private func place(_ tip: Int64) -> Int {
    if tip == 0 { return -1 }
    if let place = places[tip] { return place }
    return visits.first.map { tip < $0.id } == true ? -2 : -1
  }

  private func writeVisits(to writer: inout JSONWriter) {
    writer.member("id") { $0.differences(visits.lazy.map(\.id)) }
    writer.member("parent") { writer in
      writer.array(visits.enumerated()) { writer, visit in
        writer.integer(Int64(visit.element.parent.map { visit.offset - $0 } ?? 0))
      }
    }
    writer.member("stack") { $0.differences(visits.lazy.map { Int64($0.stack) }) }
    writer.member("route") { $0.array(visits) { $0.integer(Int64($1.route)) } }
    var last: Int64 = 0
    writer.member("time") { writer in
      writer.array(visits) { writer, visit in
        guard let time = visit.time else { return writer.raw("null") }
        writer.integer(time &- last)
        last = time
      }
    }
  }
}

extension JSONWriter {
  /// Appends a comma and a member to an object that has at least one member.
  mutating func member(_ name: String, _ value: (inout JSONWriter) -> Void) {
    raw(",")
    string(name)
    raw(":")
    value(&self)
  }

  fileprivate mutating func differences(_ numbers: some Sequence<Int64>) {
    var last: Int64 = 0
    array(numbers) { writer, number in
      writer.integer(number &- last)
      last = number
    }
  }
}
