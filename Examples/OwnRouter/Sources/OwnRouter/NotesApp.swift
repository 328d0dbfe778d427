#if canImport(SwiftUI)
  import NavRouting  // NavStore
  import SwiftUI

  #if canImport(Darwin)
    @main
  #endif
  struct NotesApp: App {
    @State private var router = Router()

    var body: some Scene {
      WindowGroup {
        NavigationStack(path: $router.path) {
          HomeView()
            .navigationDestination(for: Screen.self) { ScreenView(screen: $0) }
        }
        .environment(router)
        .navPersisted($router.path)  // NavStore
      }
    }
  }

  /// The view of the screen that a route identifies.
  struct ScreenView: View {
    let screen: Screen

    var body: some View {
      switch screen {
      case .notebook(let name): NotebookView(name: name)
      case .note(let id): NoteView(id: id)
      }
    }
  }
#endif
