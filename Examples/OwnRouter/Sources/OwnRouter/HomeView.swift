#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  struct HomeView: View {
    @Environment(Router.self) private var router
    @State private var showsSettings = false
    @State private var showsRecents = false

    var body: some View {
      List {
        Section("Notebooks") {
          ForEach(Note.notebooks, id: \.self) { name in
            NavigationLink(name, value: Screen.notebook(name))
          }
        }
        Button("Recently viewed") { showsRecents = true }
        // No route: it is not there after a relaunch.
        Button("Settings") { showsSettings = true }
      }
      .navigationTitle("Notes")
      .sheet(isPresented: $showsSettings) { Text("Nothing to set.") }
      .sheet(isPresented: $showsRecents) {
        RecentlyViewed(as: Screen.self) { item in  // NavStore
          Button(name(of: item.route)) {
            showsRecents = false
            open(item.route)
          }
        }
      }
    }

    private func name(of screen: Screen) -> String {
      switch screen {
      case .notebook(let name): name
      case .note(let id): Note.note(id)?.title ?? "A note that is gone"
      }
    }

    private func open(_ screen: Screen) {
      if case .note(let id) = screen, let note = Note.note(id) {
        router.open(note)
      } else {
        router.push(screen)
      }
    }
  }
#endif
