extension Page {
  /// Creates the page of a route. For `nil`, creates the page of the root screen, which has all
  /// shelves.
  init(for route: BookRoute?, in library: Library = .shared) {
    switch route {
    case nil: self.init(shelvesIn: library)
    case .shelf(let shelf): self.init(shelf, in: library)
    case .book(let id): self = library[book: id].map { Page($0, in: library) } ?? .gone
    case .author(let id): self = library[author: id].map { Page($0, in: library) } ?? .gone
    }
  }

  /// The page of a saved route whose book or author is no longer in the library.
  private static let gone = Page(
    title: "Not found", line: "This is no longer in the library.")

  private init(shelvesIn library: Library) {
    let tiles = Shelf.allCases.enumerated().map { index, shelf in
      let count = library.books(on: shelf).count
      return Tile(
        cover: Cover(title: shelf.title, line: "\(count) books", color: index, isShelf: true),
        route: .shelf(shelf))
    }
    self.init(
      title: "Shelves", line: "\(library.books.count) books that belong to everybody",
      sections: [
        Section(tiles: tiles),
        Section(title: "To begin with", tiles: library.first.map { Tile($0, in: library) }),
      ])
  }

  private init(_ shelf: Shelf, in library: Library) {
    let books = library.books(on: shelf)
    self.init(
      title: shelf.title, line: "\(books.count) books, the oldest first",
      sections: [Section(tiles: books.map { Tile($0, in: library) })])
  }

  private init(_ book: Book, in library: Library) {
    let author = library[author: book.author]
    let related = library.books(relatedTo: book).map { Tile($0, in: library) }
    self.init(
      title: book.title, cover: Cover(book, in: library), line: author?.name,
      lineRoute: .author(id: book.author),
      text: "\(book.year) · \(book.shelf.title)\n\n\(book.about)",
      sections: [Section(title: "Related books", tiles: related)])
  }

  private init(_ author: Author, in library: Library) {
    let books = library.books(by: author.id).map { Tile($0, in: library) }
    self.init(
      title: author.name, line: author.years, text: author.about,
      sections: [Section(title: "Books", tiles: books)])
  }
}

extension Page.Tile {
  init(_ book: Book, in library: Library) {
    self.init(cover: Page.Cover(book, in: library), route: .book(id: book.id))
  }
}

extension Page.Cover {
  init(_ book: Book, in library: Library) {
    // A number from the book's id that is equal in each launch, unlike `hashValue`. The number
    // selects the book's color, which is therefore the same in each launch.
    let number = book.id.utf8.reduce(0) { $0 + Int($1) }
    self.init(
      title: book.title, line: library[author: book.author]?.name ?? "",
      color: number % Self.colors)
  }
}
