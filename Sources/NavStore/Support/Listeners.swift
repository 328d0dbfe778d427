/// Listeners in the order in which they were added, each with a number or an owner.
struct Listeners<Tell> {
  private var tells: [(number: Int, owner: ObjectIdentifier?, tell: Tell)] = []
  private var last = 0

  var isEmpty: Bool { tells.isEmpty }
  var count: Int { tells.count }
  var all: [Tell] { tells.map(\.tell) }

  /// Adds a listener, and returns its number.
  mutating func add(_ tell: Tell) -> Int {
    last += 1
    tells.append((last, nil, tell))
    return last
  }

  /// Adds the listener of an owner, and removes the owner's former listener.
  mutating func set(_ tell: Tell, of owner: ObjectIdentifier) {
    remove(of: owner)
    tells.append((0, owner, tell))
  }

  mutating func remove(of owner: ObjectIdentifier) {
    tells.removeAll { $0.owner == owner }
  }

  /// Returns all listeners except the listener of `owner`. Calls none of them.
  func all(besides owner: ObjectIdentifier?) -> [Tell] {
    tells.compactMap { $0.owner == owner && owner != nil ? nil : $0.tell }
  }

  /// Removes a listener, and returns it, because objects that it retains may have to be released
  /// outside a lock.
  @discardableResult
  mutating func remove(_ number: Int) -> Tell? {
    tells.firstIndex { $0.number == number }.map { tells.remove(at: $0).tell }
  }

  mutating func removeAll() -> [Tell] {
    defer { tells = [] }
    return all
  }
}
