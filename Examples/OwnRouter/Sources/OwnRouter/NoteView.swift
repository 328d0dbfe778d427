#if canImport(SwiftUI)
  import SwiftUI

  struct NotebookView: View {
    let name: String

    var body: some View {
      List(Note.all.filter { $0.notebook == name }) { note in
        NavigationLink(note.title, value: Screen.note(id: note.id))
      }
      .navigationTitle(name)
    }
  }

  struct NoteView: View {
    let id: Int

    @Environment(Router.self) private var router

    var body: some View {
      if let note = Note.note(id) {
        VStack {
          Text(note.text)
          Button("All notebooks") { router.popToRoot() }
        }
        .navigationTitle(note.title)
      } else {
        ContentUnavailableView("This note is gone", systemImage: "note")
      }
    }
  }
#endif
