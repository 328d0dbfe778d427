/// Objects that others keep alive, by key. The places of those that have gone are given up now and
/// then.
struct WeakTable<Key: Hashable, Object: AnyObject> {
  private struct Entry {
    weak var object: Object?
  }

  private var entries: [Key: Entry] = [:]
  private var sweepAt = 64

  var isEmpty: Bool { entries.isEmpty }

  var objects: [Object] { entries.isEmpty ? [] : entries.values.compactMap(\.object) }

  subscript(key: Key) -> Object? { entries.isEmpty ? nil : entries[key]?.object }

  /// Adds an object, or gives the one that is there.
  mutating func insert(_ object: Object, for key: Key) -> Object {
    if let live = self[key] { return live }
    if entries.count >= sweepAt {
      entries = entries.filter { $0.value.object != nil }
      sweepAt = max(64, entries.count * 2)
    }
    entries[key] = Entry(object: object)
    return object
  }

  mutating func remove(_ key: Key) { entries[key] = nil }

  /// Takes out those of `objects`, which the caller holds: none of them ends in here.
  mutating func remove(_ objects: [Object]) {
    guard !objects.isEmpty else { return }
    let gone = Set(objects.map(ObjectIdentifier.init))
    entries = entries.filter { entry in
      entry.value.object.map { !gone.contains(ObjectIdentifier($0)) } ?? false
    }
  }
}
