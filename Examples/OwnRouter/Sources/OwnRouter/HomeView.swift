#if canImport(SwiftUI)
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
        // Not a route, so it is not restored after a relaunch.
        Button("Settings") { showsSettings = true }
      }
      .navigationTitle("Notes")
      .sheet(isPresented: $showsSettings) { Text("Nothing to set.") }
      .sheet(isPresented: $showsRecents) { RecentsView() }  // NavStore
    }
  }
#endif
