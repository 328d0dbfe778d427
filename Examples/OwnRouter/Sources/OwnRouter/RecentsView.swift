#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The screens that the user has viewed. The app has this view only since it uses NavStore,
  /// because without NavStore it had no history.
  struct RecentsView: View {
    @Environment(Router.self) private var router
    @Environment(\.dismiss) private var dismiss

    var body: some View {
      NavHistoryItems(of: Screen.self) { items in
        List(items) { item in
          Button(name(of: item.route)) {
            dismiss()
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
