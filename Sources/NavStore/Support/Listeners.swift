/// Who listens to something, in the order in which they came, each under a number of its own.
struct Listeners<Tell> {
  private var tells: [(number: Int, tell: Tell)] = []
  private var last = 0

  var isEmpty: Bool { tells.isEmpty }
  var count: Int { tells.count }
  var all: [Tell] { tells.map(\.tell) }

  /// Adds one, and gives its number.
  mutating func add(_ tell: Tell) -> Int {
    last += 1
    tells.append((last, tell))
    return last
  }

  /// Takes one out, and gives it: what it holds may have to go outside a lock.
  @discardableResult
  mutating func remove(_ number: Int) -> Tell? {
    tells.firstIndex { $0.number == number }.map { tells.remove(at: $0).tell }
  }

  mutating func removeAll() -> [Tell] {
    defer { tells = [] }
    return all
  }
}
