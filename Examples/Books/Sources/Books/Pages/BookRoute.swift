import NavRouting

/// The screens above the list of shelves. The names of the cases are stored, so a case that is
/// renamed must be declared in the coding (``NavStore/NavCoding``).
enum BookRoute: NavRoute {
  case shelf(Shelf)
  case book(id: Book.ID)
  case author(id: Author.ID)
}
