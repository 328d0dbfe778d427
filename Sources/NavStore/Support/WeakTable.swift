/// A table of weak references by key. When the table has grown, the entries of released objects are
/// removed.
struct WeakTable<Key: Hashable, Object: AnyObject> {
  private struct Entry {
    weak var object: Object?
  }

  private var entries: [Key: Entry] = [:]
  private var sweepAt = 64

  var isEmpty: Bool { entries.isEmpty }

  var objects: [Object] { entries.isEmpty ? [] : entries.values.compactMap(\.object) }

  subscript(key: Key) -> Object? { entries.isEmpty ? nil : entries[key]?.object }

  /// Adds an object and returns it. If the key has another object that still exists, adds nothing,
  /// and returns that object.
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

  /// Removes `objects`. The caller retains them, so that none is released here.
  mutating func remove(_ objects: [Object]) {
    guard !objects.isEmpty else { return }
    let gone = Set(objects.map(ObjectIdentifier.init))
    entries = entries.filter { entry in
      entry.value.object.map { !gone.contains(ObjectIdentifier($0)) } ?? false
    }
  }
}
