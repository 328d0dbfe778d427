/// The words of a search.
struct SearchWords: Equatable, Sendable {
  static let byteLimit = 512
  static let countLimit = 16

  /// The distinct words, folded like titles and sorted.
  let folded: [String]

  init(_ text: String) throws(NavStore.Error) {
    guard text.utf8.count <= Self.byteLimit else {
      throw .invalid(
        "A search text has \(text.utf8.count) bytes; the limit is \(Self.byteLimit). Shorten it.")
    }
    let words = TitleFolding.folded(text).unicodeScalars
      .split { $0.properties.isWhitespace }.map { String($0) }
    guard words.count <= Self.countLimit else {
      throw .invalid(
        "A search text has \(words.count) words; the limit is \(Self.countLimit). Shorten it.")
    }
    folded = Array(Set(words)).sorted()
  }
}
