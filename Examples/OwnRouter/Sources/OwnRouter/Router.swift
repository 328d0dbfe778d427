import Observation

/// The router that the app had before it used NavStore.
@MainActor
@Observable
final class Router {
  var path: [Screen] = []

  func push(_ screen: Screen) {
    path.append(screen)
  }

  func pop() {
    guard !path.isEmpty else { return }
    path.removeLast()
  }

  func popToRoot() {
    path.removeAll()
  }

  /// Replaces the path by a notebook and a note in it. Any screen may call this function.
  func open(_ note: Note) {
    path = [.notebook(note.notebook), .note(id: note.id)]
  }
}
