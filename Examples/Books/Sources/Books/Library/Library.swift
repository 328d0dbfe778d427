/// All books and authors. In this app they are in the code, but a real app gets them from a
/// database or a server.
struct Library: Sendable {
  static let shared = Library()

  let books: [Book]
  private let booksByID: [Book.ID: Book]
  private let authorsByID: [Author.ID: Author]

  private init() {
    books = Self.allBooks.sorted { $0.year < $1.year }
    booksByID = Dictionary(uniqueKeysWithValues: books.map { ($0.id, $0) })
    authorsByID = Dictionary(uniqueKeysWithValues: Self.allAuthors.map { ($0.id, $0) })
  }

  subscript(book id: Book.ID) -> Book? { booksByID[id] }

  subscript(author id: Author.ID) -> Author? { authorsByID[id] }

  /// The books that the root screen suggests to new readers.
  var first: [Book] {
    ["time-machine", "pride-and-prejudice", "treasure-island", "moonstone", "alice"]
      .compactMap { self[book: $0] }
  }

  func books(on shelf: Shelf) -> [Book] {
    books.filter { $0.shelf == shelf }
  }

  func books(by author: Author.ID) -> [Book] {
    books.filter { $0.author == author }
  }

  /// Returns related books: first other books by the author, and then books on the same shelf. The
  /// books on the shelf are ordered by the distance of their years from the book's year.
  func books(relatedTo book: Book, limit: Int = 5) -> [Book] {
    let others = books.filter { $0.id != book.id }
    let byAuthor = others.filter { $0.author == book.author }
    let onShelf = others.filter { $0.shelf == book.shelf && $0.author != book.author }
    let nearest = onShelf.sorted { abs($0.year - book.year) < abs($1.year - book.year) }
    return Array((byAuthor + nearest).prefix(limit))
  }

  /// Returns the books whose title and author together contain every word of `text`.
  func books(matching text: String) -> [Book] {
    let words = text.lowercased().split(separator: " ")
    guard !words.isEmpty else { return [] }
    return books.filter { book in
      let name = "\(book.title) \(self[author: book.author]?.name ?? "")".lowercased()
      return words.allSatisfy { name.contains($0) }
    }
  }
}
