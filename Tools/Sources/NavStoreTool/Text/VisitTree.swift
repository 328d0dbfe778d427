/// The visits of a scene as a tree for each stack. A visit above a forgotten visit is a child of
/// the next visit below that isn't forgotten.
struct VisitTree {
  struct Node {
    let id: Int64
    let name: String
    let time: Int64?

    /// Whether the visit is on top of a saved stack.
    let isTip: Bool
    var children: [Int] = []
  }

  /// A stack, as the root of a tree. Its children are the visits directly above the root screen.
  struct Root {
    let id: Int64
    let name: String
    let isTip: Bool
    var children: [Int] = []
  }

  private(set) var nodes: [Node] = []
  private(set) var roots: [Root] = []

  var isEmpty: Bool { nodes.isEmpty }

  init(
    _ table: InspectorTable, scene: InspectorTable.Scene, account: String?, limit: Int, names: Names
  ) throws {
    let stacks = try table.stacks()
    let tips = Set(stacks.filter { $0.scene != nil }.map(\.tip))
    let rows = try table.tree(scene: scene.id, account: account, limit: limit)
    let routes = try Self.names(of: Set(rows.compactMap(\.route)), table, names)
    let scenes = Dictionary(uniqueKeysWithValues: try table.scenes().map { ($0.id, $0) })

    /// For each visit, the index of the node whose children are the visits above it. It is the
    /// visit's own node or, for a forgotten visit, the node of the next visit below that isn't
    /// forgotten.
    var places: [Int64: Int] = [:]
    var rootPlaces: [Int64: Int] = [:]
    for row in rows {
      guard let route = row.route, let name = routes[route] else {
        places[row.id] = places[row.parent]
        continue
      }
      let node = nodes.count
      nodes.append(
        Node(id: row.id, name: name, time: row.time, isTip: tips.contains(row.id)))
      if let parent = places[row.parent] {
        nodes[parent].children.append(node)
      } else {
        let root = rootPlaces[row.stack] ?? roots.count
        if root == roots.count {
          let stack = stacks.first { $0.id == row.stack }
          let name = stack.map { names.place($0, in: $0.scene.flatMap { scenes[$0] }) }
          roots.append(
            Root(id: row.stack, name: name ?? "a deleted stack", isTip: stack?.tip == 0))
          rootPlaces[row.stack] = root
        }
        roots[root].children.append(node)
      }
      places[row.id] = node
    }
  }

  private static func names(
    of wanted: Set<Int64>, _ table: InspectorTable, _ names: Names
  ) throws -> [Int64: String] {
    var found: [Int64: String] = [:]
    for id in wanted {
      if let route = try table.route(id) { found[id] = names.route(route).shortened(to: 80) }
    }
    return found
  }
}

// MARK: - As text

extension VisitTree {
  /// The lines of the tree as text. A visit is indented more than its parent only if the parent has
  /// several children, so that a deep stack without branches has no indentation.
  var lines: [String] {
    var lines: [String] = []
    for root in roots {
      lines.append(root.name + (root.isTip ? "  ◉ at the root screen" : ""))
      // The visits whose lines are not added yet. The line of the last visit in `open` is added
      // next. Each visit has the prefix of its own line (`start`) and of its children's lines
      // (`rest`).
      var open = Self.steps(root.children, below: "")
      while let step = open.popLast() {
        let node = nodes[step.node]
        let mark = node.isTip ? "◉" : node.time == nil ? "○" : "●"
        let time = node.time.map { "  \(Times.text(milliseconds: $0))" } ?? ""
        lines.append("\(step.start)\(mark) \(node.name.printable)\(time)")
        open += Self.steps(node.children, below: step.rest)
      }
    }
    return lines
  }

  private struct Step {
    let node: Int
    let start: String
    let rest: String
  }

  private static func steps(_ children: [Int], below indentation: String) -> [Step] {
    if children.count == 1 {
      return [Step(node: children[0], start: indentation, rest: indentation)]
    }
    return children.reversed().map { child in
      let isLast = child == children.last
      return Step(
        node: child, start: indentation + (isLast ? "└─" : "├─"),
        rest: indentation + (isLast ? "  " : "│ "))
    }
  }
}

// MARK: - As a diagram

extension VisitTree {
  var mermaid: [String] {
    var lines = ["flowchart LR"]
    for (index, root) in roots.enumerated() {
      lines.append("  s\(index)([\"\(Self.escaped(root.name))\"])")
      for child in root.children { lines.append("  s\(index) --> v\(nodes[child].id)") }
    }
    for node in nodes {
      lines.append("  v\(node.id)[\"\(Self.escaped(node.name))\"]")
      for child in node.children { lines.append("  v\(node.id) --> v\(nodes[child].id)") }
    }
    let tips = nodes.filter(\.isTip).map { "v\($0.id)" }
    if !tips.isEmpty {
      lines.append("  classDef now stroke-width:3px")
      lines.append("  class \(tips.joined(separator: ",")) now")
    }
    return lines
  }

  /// Returns the text with entities for all characters except letters, digits, spaces and a few
  /// signs. Mermaid would interpret other characters in labels as Markdown, HTML or its own syntax.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.printable.unicodeScalars {
      let isPlain =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " -.,/:".unicodeScalars.contains(scalar)
      if isPlain {
        escaped.unicodeScalars.append(scalar)
      } else {
        escaped += "#\(scalar.value);"
      }
    }
    return escaped
  }
}
