/// The content of a screen, as a value from which the window creates widgets.
struct Page: Equatable, Sendable {
  /// The name of the screen in the window, the history and the Back menu.
  var title: String
  var cover: Cover?
  var line: String?

  /// The route that the line opens, if any.
  var lineRoute: BookRoute?
  var text: String?
  var sections: [Section] = []

  /// Covers under a heading.
  struct Section: Equatable, Sendable {
    var title: String?
    var tiles: [Tile]
  }

  /// A cover that opens a route.
  struct Tile: Equatable, Sendable {
    var cover: Cover
    var route: BookRoute
  }

  /// The appearance of a book or a shelf.
  struct Cover: Equatable, Sendable {
    var title: String
    var line: String

    /// The index of a color in `Style`.
    var color: Int
    var isShelf = false

    static let colors = 8
  }
}
