/// A model of a window's stacks and list in memory. It follows the rules directly, without
/// optimizations. Each visit has a page of its own.
struct WindowModel {
  final class Visit {
    let page: String
    let parent: Visit?

    init(_ page: String, on parent: Visit?) {
      self.page = page
      self.parent = parent
    }
  }

  struct Entry: Equatable {
    let stack: String
    let visit: Visit?

    static func == (a: Entry, b: Entry) -> Bool { a.stack == b.stack && a.visit === b.visit }
  }

  struct List {
    var entries: [Entry]
    var index = 0
    let limit: Int

    var current: Entry { entries[index] }

    mutating func push(_ entry: Entry) {
      entries = Array(entries.prefix(index + 1)) + [entry]
      index += 1
      trim()
    }

    mutating func retreat(_ entry: Entry) {
      if let earlier = entries.prefix(index).lastIndex(of: entry) {
        index = earlier
      } else {
        entries.insert(entry, at: index)
        trim()
      }
    }

    mutating func trim() {
      while entries.count > limit {
        if index > 0 {
          entries.removeFirst()
          index -= 1
        } else {
          entries.removeLast()
        }
      }
    }
  }

  let limit: Int
  var window: List
  private var stacks: [String: List] = [:]
  private var tips: [String: Visit] = [:]
  private var made = 0

  init(limit: Int, selecting stack: String) {
    self.limit = limit
    window = List(entries: [Entry(stack: stack, visit: nil)], limit: limit)
  }

  func path(_ stack: String) -> [String] {
    var path: [String] = []
    var next = tips[stack]
    while let visit = next {
      path.append(visit.page)
      next = visit.parent
    }
    return path.reversed()
  }

  private func own(_ stack: String) -> List {
    stacks[stack] ?? List(entries: [Entry(stack: stack, visit: nil)], limit: limit)
  }

  mutating func makePage(_ stack: String) -> String {
    made += 1
    return stack + String(made)
  }

  /// Pops screens and pushes pages in one turn.
  mutating func change(_ stack: String, pop: Int, push pages: [String]) {
    let count = min(pop, path(stack).count)
    guard count > 0 || !pages.isEmpty else { return }
    var tip = tips[stack]
    for _ in 0..<count { tip = tip?.parent }
    for page in pages { tip = Visit(page, on: tip) }
    let entry = Entry(stack: stack, visit: tip)
    if pages.isEmpty {
      note(stack) { $0.retreat(entry) }
    } else {
      note(stack) { $0.push(entry) }
    }
    tips[stack] = tip
  }

  mutating func replaceTop(_ stack: String, by page: String) {
    guard let top = tips[stack] else { return }
    let visit = Visit(page, on: top.parent)
    note(stack) { $0.entries[$0.index] = Entry(stack: stack, visit: visit) }
    tips[stack] = visit
  }

  /// Applies a change to the list of one stack and, if this stack is selected, to the window's
  /// list.
  private mutating func note(_ stack: String, _ body: (inout List) -> Void) {
    var list = own(stack)
    body(&list)
    stacks[stack] = list
    if window.current.stack == stack { body(&window) }
  }

  /// Moves the stack by `offset` entries of its own list. Returns `false` if that list has no such
  /// entry.
  mutating func goAlone(_ stack: String, by offset: Int) -> Bool {
    var list = own(stack)
    guard list.entries.indices.contains(list.index + offset) else { return false }
    list.index += offset
    stacks[stack] = list
    tips[stack] = list.current.visit
    guard window.current.stack == stack else { return true }
    if offset < 0 {
      window.retreat(list.current)
    } else if let later = window.entries[(window.index + 1)...].firstIndex(of: list.current) {
      window.index = later
    } else {
      window.push(list.current)
    }
    return true
  }

  mutating func select(_ stack: String) -> Bool {
    guard window.current.stack != stack else { return false }
    window.push(Entry(stack: stack, visit: tips[stack]))
    return true
  }

  mutating func go(by offset: Int) -> Bool {
    guard window.entries.indices.contains(window.index + offset) else { return false }
    window.index += offset
    let entry = window.current
    guard offset != 0, tips[entry.stack] !== entry.visit else { return true }
    var list = own(entry.stack)
    let places = list.entries.indices.filter { list.entries[$0] == entry }
    let isBelow =
      entry.visit.map { path(entry.stack).contains($0.page) } ?? true
    if let nearest = places.min(by: { abs($0 - list.index) < abs($1 - list.index) }) {
      list.index = nearest
    } else if isBelow {
      list.retreat(entry)
    } else {
      list.push(entry)
    }
    stacks[entry.stack] = list
    tips[entry.stack] = entry.visit
    return true
  }

  var listed: String { Self.text(window) }

  func listed(_ stack: String) -> String { Self.text(own(stack)) }

  private static func text(_ list: List) -> String {
    list.entries.enumerated().map { index, entry in
      let name = entry.visit?.page ?? entry.stack + "·"
      return index == list.index ? "[\(name)]" : name
    }.joined(separator: " ")
  }
}
