/// The list of a whole scene as one compact column: a format byte, then each entry's stack and tip
/// as their differences from the entry before. See ``BackForwardListCodec`` for a stack's own.
enum SceneListCodec {
  /// Entries of several stacks.
  private static let wholeScene: UInt8 = 2

  static func encode(_ entries: [SceneListTable.Entry]) -> [UInt8] {
    var bytes = [wholeScene]
    bytes.reserveCapacity(entries.count * 2 + 8)
    var previous = SceneListTable.Entry(stack: 0, tip: 0)
    for entry in entries {
      Varint.appendZigzag(entry.stack &- previous.stack, to: &bytes)
      Varint.appendZigzag(entry.tip &- previous.tip, to: &bytes)
      previous = entry
    }
    return bytes
  }

  /// Nil where the bytes are not a list: cut short, of another format, empty, or too long.
  static func decode(_ bytes: [UInt8]) -> [SceneListTable.Entry]? {
    guard bytes.first == wholeScene else { return nil }
    var entries: [SceneListTable.Entry] = []
    var position = 1
    var (stack, tip): (Int64, Int64) = (0, 0)
    while position < bytes.count {
      guard let stackDifference = Varint.readZigzag(bytes, at: &position),
        let tipDifference = Varint.readZigzag(bytes, at: &position)
      else { return nil }
      stack &+= stackDifference
      tip &+= tipDifference
      guard stack > 0, tip >= 0, entries.count < BackForwardListCodec.longest else { return nil }
      entries.append(SceneListTable.Entry(stack: stack, tip: tip))
    }
    return entries.isEmpty ? nil : entries
  }
}
