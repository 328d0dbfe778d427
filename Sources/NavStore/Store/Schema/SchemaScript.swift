/// Reads off a script of CREATE statements which objects it makes, as SQLite stores them.
///
/// SQLite keeps such a statement as it was written, from the first word to the last, so the script
/// says what a file must say. To run it for that at each opening would take a millisecond.
struct SchemaScript {
  private(set) var objects: [StoreSchema.Object] = []

  /// The first words of the statement that is being read, and where it began.
  private var words: [ArraySlice<UInt8>] = []
  private var start: Int?
  private var uniqueCount = 0
  private var hasCounter = false

  /// Of a script that makes tables and indexes, and puts rows into them.
  init(_ script: StaticString) {
    let script = script.withUTF8Buffer { [UInt8]($0) }
    var place = 0
    while place < script.count {
      switch script[place] {
      case UInt8(ascii: "-"):
        place = script[place...].firstIndex(of: UInt8(ascii: "\n")) ?? script.count
      case UInt8(ascii: "'"):
        place = script[(place + 1)...].firstIndex(of: UInt8(ascii: "'")) ?? script.count
      case UInt8(ascii: ";"):
        if let start { end(script[start..<place]) }
      case let byte where Self.isOfWord(byte):
        let word = script[place...].prefix { Self.isOfWord($0) }
        note(word)
        place = word.endIndex
        continue
      default: break
      }
      place += 1
    }
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// CREATE TABLE name, CREATE INDEX name ON table: five words tell.
  private static let wordsThatTell = 5

  private mutating func note(_ word: ArraySlice<UInt8>) {
    if start == nil { start = word.startIndex }
    if words.count < Self.wordsThatTell { words.append(word) }
    // Lengths first: most words are others.
    if word.count == 6, word.elementsEqual("UNIQUE".utf8) { uniqueCount += 1 }
    if word.count == 13, word.elementsEqual("AUTOINCREMENT".utf8) { hasCounter = true }
  }

  private mutating func end(_ statement: ArraySlice<UInt8>) {
    let words = words.map { String(decoding: $0, as: UTF8.self) }
    let sql = String(decoding: statement, as: UTF8.self)
    if words.starts(with: ["CREATE", "TABLE"]), words.count > 2 {
      objects.append(.table(words[2], sql))
      // One for each UNIQUE. Other primary keys than INTEGER are those of tables WITHOUT ROWID.
      for number in 0..<uniqueCount {
        objects.append(
          .index("sqlite_autoindex_\(words[2])_\(number + 1)", on: words[2], nil))
      }
      let counter = StoreSchema.Object.table(
        "sqlite_sequence", "CREATE TABLE sqlite_sequence(name,seq)")
      if hasCounter, !objects.contains(counter) { objects.append(counter) }
    } else if words.starts(with: ["CREATE", "INDEX"]), words.count == Self.wordsThatTell {
      objects.append(.index(words[2], on: words[4], sql))
    }
    self.words = []
    start = nil
    uniqueCount = 0
    hasCounter = false
  }
}
