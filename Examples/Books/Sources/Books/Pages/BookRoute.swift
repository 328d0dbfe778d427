import NavRouting

/// The screens above the list of shelves. What is stored has the names of these cases: they must never
/// change, or say so (``NavStore/NavStore/RouteForm``).
enum BookRoute: NavRoute {
  case shelf(Shelf)
  case book(id: Book.ID)
  case author(id: Author.ID)
}
