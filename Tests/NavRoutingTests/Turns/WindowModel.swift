@testable import NavRouting

/// A model of a window's content that follows the rules directly: stacks and their lists, root
/// screens, a sheet and selections.
struct WindowModel: Equatable {
  /// A visit and the number of its route. The root screen has no visit.
  struct Screen: Equatable {
    let visit: Int
    var number: Int
  }

  struct Stack: Equatable {
    var root: Int?
    var path: [Screen] = []

    /// The whole path of each entry of the back/forward list.
    var entries: [[Screen]] = [[]]
    var index = 0
  }

  private(set) var stacks: [String: Stack] = [:]
  var selection: Int?
  var detail = 0
  var tab = 0
  private var visits = 0

  subscript(name: String) -> Stack { stacks[name] ?? Stack() }

  // MARK: One stack

  mutating func push(_ numbers: [Int], on name: String) {
    guard !numbers.isEmpty else { return }
    change(name) { stack, model in
      for number in numbers { stack.path.append(model.visit(number)) }
      stack.entries.removeSubrange((stack.index + 1)...)
      stack.entries.append(stack.path)
      stack.index += 1
    }
  }

  mutating func pop(_ count: Int, on name: String) {
    let count = min(count, self[name].path.count)
    guard count > 0 else { return }
    change(name) { stack, _ in
      stack.path.removeLast(count)
      let top = stack.path.last?.visit
      if let earlier = stack.entries[..<stack.index].lastIndex(where: { $0.last?.visit == top }) {
        stack.index = earlier
      } else {
        stack.entries.insert(stack.path, at: stack.index)
      }
    }
  }

  mutating func replaceTop(_ number: Int, on name: String) {
    guard let top = self[name].path.last, top.number != number else { return }
    change(name) { stack, model in
      stack.path[stack.path.count - 1] = model.visit(number)
      stack.entries[stack.index] = stack.path
    }
  }

  /// Sets the path. The screens at the bottom that are equal in the old and the new path keep their
  /// visits.
  mutating func setPath(_ numbers: [Int], on name: String) {
    let path = self[name].path
    let common = zip(path, numbers).prefix { $0.number == $1 }.count
    if common == numbers.count { return pop(path.count - common, on: name) }
    stacks[name, default: Stack()].path.removeSubrange(common...)
    push(Array(numbers[common...]), on: name)
  }

  mutating func go(by offset: Int, on name: String) -> Bool {
    guard let target = self[name].target(by: offset) else { return false }
    change(name) { stack, _ in
      stack.index = target
      stack.path = stack.entries[stack.index]
    }
    return true
  }

  /// Replaces the root screen. The stack then has an empty path and a new list.
  mutating func replaceRoot(_ number: Int?, on name: String) {
    change(name) { stack, _ in
      stack = Stack()
      stack.root = number
    }
  }

  // MARK: Several

  mutating func select(_ number: Int?, path: [Int]?) {
    if selection != number { replaceRoot(nil, on: "split:split") }
    selection = number
    if let path { setPath(path, on: "split:split") }
  }

  mutating func selectDetail(_ number: Int, path: [Int]?) {
    detail = number
    if let path { setPath(path, on: StoredNames.detail("details", of: number)) }
  }

  mutating func present(_ number: Int, path: [Int]?) {
    if self["sheet:sheet"].root != number { replaceRoot(number, on: "sheet:sheet") }
    if let path { setPath(path, on: "sheet:sheet") }
  }

  /// Replaces one route by another in every place of the model.
  mutating func rewrite(_ old: Int, to new: Int) {
    for name in stacks.keys {
      change(name) { stack, _ in
        if stack.root == old { stack.root = new }
        stack.forEachPath { path in
          for depth in path.indices where path[depth].number == old { path[depth].number = new }
        }
      }
    }
    if selection == old { selection = new }
  }

  /// Removes a route from all stacks, and wherever it is a root screen, a sheet or a selection.
  mutating func remove(_ number: Int) {
    for name in stacks.keys {
      change(name) { stack, _ in
        if stack.root == number { stack = Stack() }
        stack.remove(number)
      }
    }
    if selection == number { select(nil, path: nil) }
  }

  private mutating func visit(_ number: Int) -> Screen {
    visits += 1
    return Screen(visit: visits, number: number)
  }

  private mutating func change(_ name: String, _ body: (inout Stack, inout WindowModel) -> Void) {
    var stack = self[name]
    body(&stack, &self)
    while stack.entries.count > 50 {
      if stack.index > 0 {
        stack.entries.removeFirst()
        stack.index -= 1
      } else {
        stack.entries.removeLast()
      }
    }
    stacks[name] = stack
  }
}

extension WindowModel.Stack {
  fileprivate mutating func forEachPath(_ body: (inout [WindowModel.Screen]) -> Void) {
    body(&path)
    for index in entries.indices { body(&entries[index]) }
  }

  /// Removes the entries whose top route is `number`, except for the current entry, which gets the
  /// screen below as its top.
  fileprivate mutating func remove(_ number: Int) {
    var kept: [[WindowModel.Screen]] = []
    var newIndex = 0
    for (place, entry) in entries.enumerated() where place == index || entry.last?.number != number
    {
      let left = entry.filter { $0.number != number }
      if kept.last.map({ $0.last?.visit == left.last?.visit }) != true {
        kept.append(left)
      } else if place == index {
        kept[kept.count - 1] = left
      }
      if place == index { newIndex = kept.count - 1 }
    }
    (entries, index) = (kept, newIndex)
    path = entries[index]
  }

  private func areEqual(_ a: Int, _ b: Int) -> Bool {
    entries[a].map(\.number) == entries[b].map(\.number)
  }

  /// Returns the index of the entry that is `offset` entries away from the current one. Neighboring
  /// entries with equal stacks count as one.
  fileprivate func target(by offset: Int) -> Int? {
    var (target, last) = (index, index)
    var remaining = offset.magnitude
    while remaining > 0 {
      target += offset.signum()
      guard entries.indices.contains(target) else { return nil }
      if areEqual(last, target) { continue }
      last = target
      remaining -= 1
    }
    return target
  }

  /// The entries that a menu shows, and the index of the current entry among them. Neighboring
  /// entries with equal stacks are one entry.
  var shown: (entries: [[WindowModel.Screen]], index: Int) {
    var shown: [Int] = []
    for place in entries.indices {
      if let last = shown.last, areEqual(last, place) {
        if place == index { shown[shown.count - 1] = place }
      } else {
        shown.append(place)
      }
    }
    return (shown.map { entries[$0] }, shown.firstIndex(of: index) ?? 0)
  }
}
