/// A note in a notebook.
struct Note: Identifiable, Sendable {
  let id: Int
  let notebook: String
  let title: String
  let text: String

  static let all = [
    Note(id: 1, notebook: "Garden", title: "Beans", text: "Sow them in May."),
    Note(id: 2, notebook: "Garden", title: "Frost", text: "Not before the middle of May."),
    Note(id: 3, notebook: "Kitchen", title: "Bread", text: "500 g flour, 350 g water, salt."),
  ]

  static let notebooks = ["Garden", "Kitchen"]

  static func note(_ id: Int) -> Note? {
    all.first { $0.id == id }
  }
}
