import NavRouting

/// The screens above the list of shelves. What is stored has the names of these cases: they must never
/// change, or say so (``NavStore/NavCoding``).
enum BookRoute: NavRoute {
  case shelf(Shelf)
  case book(id: Book.ID)
  case author(id: Author.ID)
}
