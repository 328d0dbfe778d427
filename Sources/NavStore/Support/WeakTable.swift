/// A table of weak references by key. When the table has grown, the entries of released objects are
/// removed.
struct WeakTable<Key: Hashable, Object: AnyObject> {
  private var entries: [Key: WeakEntry] = [:]
  private var sweepAt = 64

  var objects: [Object] {
    entries.isEmpty ? [] : entries.values.compactMap { $0.object as? Object }
  }

  subscript(key: Key) -> Object? { entries.isEmpty ? nil : entries[key]?.object as? Object }

  /// Adds an object and returns it. If the key has another object that still exists, adds nothing,
  /// and returns that object.
  mutating func insert(_ object: Object, for key: Key) -> Object {
    if let live = self[key] { return live }
    if entries.count >= sweepAt {
      for (key, entry) in entries where entry.object == nil { entries[key] = nil }
      sweepAt = max(64, entries.count * 2)
    }
    entries[key] = WeakEntry(object: object)
    return object
  }

  mutating func remove(_ key: Key) { entries[key] = nil }
}

/// A weak reference of a ``WeakTable``, without the type of its object: each type of dictionary adds
/// kilobytes to a program.
struct WeakEntry {
  weak var object: AnyObject?
}
