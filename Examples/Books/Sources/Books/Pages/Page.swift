/// What a screen shows, as a value: the window makes widgets of it.
struct Page: Equatable, Sendable {
  /// What the window, the history and the Back menu call the screen.
  var title: String
  var cover: Cover?
  var line: String?

  /// Where the line leads, if anywhere.
  var lineRoute: BookRoute?
  var text: String?
  var sections: [Section] = []

  /// Covers under a heading.
  struct Section: Equatable, Sendable {
    var title: String?
    var tiles: [Tile]
  }

  /// Something to open.
  struct Tile: Equatable, Sendable {
    var cover: Cover
    var route: BookRoute
  }

  /// How a book looks from the front, a shelf too.
  struct Cover: Equatable, Sendable {
    var title: String
    var line: String

    /// Which of the colours in `Style` it has, from 0.
    var color: Int
    var isShelf = false

    static let colors = 8
  }
}
