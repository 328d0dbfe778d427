/// The content of a screen as a value. ``PageView`` creates the widgets for it.
struct Page: Equatable, Sendable {
  /// The name of the screen on the page, in the window's title, in the history and in the Back
  /// menu.
  var title: String
  var cover: Cover?
  var line: String?

  /// The route that a click on `line` opens; `nil` if `line` isn't a link.
  var lineRoute: BookRoute?
  var text: String?
  var sections: [Section] = []

  /// A part of the page: covers under a heading.
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

    /// The number of the color, whose CSS class in `Style` is `color` with the number.
    var color: Int
    var isShelf = false

    static let colors = 8
  }
}
