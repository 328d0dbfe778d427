/// A book. A route of a book contains only the id. A restored screen gets the other properties from
/// ``Library``, so that the properties are never out of date.
struct Book: Identifiable, Sendable {
  let id: String
  let title: String
  let author: Author.ID
  let year: Int
  let shelf: Shelf
  let about: String

  init(
    _ id: String, _ title: String, by author: Author.ID, _ year: Int, _ shelf: Shelf,
    _ about: String
  ) {
    self.id = id
    self.title = title
    self.author = author
    self.year = year
    self.shelf = shelf
    self.about = about
  }
}

/// The author of books.
struct Author: Identifiable, Sendable {
  let id: String
  let name: String
  let born: Int
  let died: Int
  let about: String

  init(_ id: String, _ name: String, _ born: Int, _ died: Int, _ about: String) {
    self.id = id
    self.name = name
    self.born = born
    self.died = died
    self.about = about
  }

  var years: String { "\(born)–\(died)" }
}

/// The shelf of a book. The raw values are in stored routes, so they must never change.
enum Shelf: String, Codable, CaseIterable, Sendable {
  case novels, adventure, mysteries, science, plays, children

  var title: String {
    switch self {
    case .novels: "Novels"
    case .adventure: "Adventure"
    case .mysteries: "Mystery and Horror"
    case .science: "Science Fiction"
    case .plays: "Poems and Plays"
    case .children: "For Children"
    }
  }
}
