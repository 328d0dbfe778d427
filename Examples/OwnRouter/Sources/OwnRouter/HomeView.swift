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
        // The sheet with the settings isn't a route on the path, so a relaunch doesn't restore it.
        Button("Settings") { showsSettings = true }
      }
      .navigationTitle("Notes")
      .sheet(isPresented: $showsSettings) { Text("Nothing to set.") }
      .sheet(isPresented: $showsRecents) { RecentsView() }  // NavStore
    }
  }
#endif
