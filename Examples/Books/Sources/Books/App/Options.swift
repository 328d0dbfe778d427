/// The arguments of the program.
struct Options {
  /// The folder of the store; `nil` for the app's standard store.
  var storePath: String?

  /// The books that are pushed in the last window at launch, in this order.
  var books: [Book.ID] = []

  /// Whether to show one page without a store. The script `first-frame` compares such a launch with
  /// a launch that has a store.
  var hasNoStore = false

  /// Whether to report on the standard error the time of the first frame, and the positions of
  /// widgets after each frame that changes one.
  var traces = false

  static let help = """
    Books: a small library that comes back where you left it.

      --store PATH   keep the history in this folder
      --open BOOK    open a book, by its id: middlemarch, moby-dick
      --no-store     show one page, without a store
      --trace        say on standard error when and where things are on screen

    """

  struct Misuse: Error {
    let message: String
  }

  init(_ words: [String]) throws(Misuse) {
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--no-store": hasNoStore = true
      case "--trace": traces = true
      case "--store":
        guard let path = words.popFirst() else { throw Misuse(message: "--store needs a path.") }
        storePath = path
      case "--open":
        guard let book = words.popFirst(), Library.shared[book: book] != nil else {
          throw Misuse(message: "--open needs the id of a book.")
        }
        books.append(book)
      default: throw Misuse(message: "\(word) means nothing here.\n\n\(Self.help)")
      }
    }
  }
}
