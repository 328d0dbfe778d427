#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Titles a screen: in its bar, and in history, recents and the back/forward menus.
    ///
    /// ```swift
    /// ProductDetail(product).navTitle(product?.name)
    /// ```
    ///
    /// The title is saved with the screen's item whenever it changes. `nil`, while data is loading,
    /// leaves the item's title as it is. At the root screen, for routes that are not in the history, and
    /// outside of ``NavStackView`` and `navPersisted`, only the bar shows the title. In an app's own
    /// `NavigationStack` it is the title of the screen on top when the view first appears.
    ///
    /// NB: a sheet, or a screen pushed by `NavigationLink(destination:)`, is no screen of its own
    /// here: the route beneath it would get the title. Use `navigationTitle(_:)` there.
    public func navTitle(_ title: String?) -> some View {
      modifier(TitlesScreen(title: title))
    }
  }

  private struct TitlesScreen: ViewModifier {
    let title: String?

    @Environment(\.navScreen) private var screen
    @State private var spot = Spot()

    /// Where the screen was last found.
    @MainActor
    private final class Spot {
      var known: ScreenSpot?

      nonisolated init() {}
    }

    func body(content: Content) -> some View {
      content
        .navigationTitle(title ?? "")
        .onChange(of: title, initial: true) { _, title in
          guard let title, let screen, let spot = screen.find(&spot.known) else { return }
          screen.stack.setTitle(title, at: spot)
        }
    }
  }
#endif
