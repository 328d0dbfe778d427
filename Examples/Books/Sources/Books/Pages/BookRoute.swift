import NavRouting

/// The routes of the app. The root screen, which lists the shelves, has no route. The names of the
/// cases are stored, so a renamed case must be declared in the coding (``NavStore/NavCoding``).
enum BookRoute: NavRoute {
  case shelf(Shelf)
  case book(id: Book.ID)
  case author(id: Author.ID)
}
