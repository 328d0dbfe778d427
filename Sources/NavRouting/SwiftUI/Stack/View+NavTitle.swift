#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Sets the title of a screen, for its bar, the history, recents and the back/forward menus.
    ///
    /// ```swift
    /// ProductDetail(product).navTitle(product?.name)
    /// ```
    ///
    /// The title is saved with the screen's item whenever it changes. Pass `nil` while data is
    /// loading, to keep the item's title. At the root screen, for routes that are not in the
    /// history, and outside ``NavStackView`` and `navPersisted`, only the bar shows the title. In
    /// an app's own `NavigationStack`, the title belongs to the screen on top when the view first
    /// appears.
    ///
    /// NB: in a sheet, and on a screen that `NavigationLink(destination:)` pushed, the title would
    /// be saved for the screen below. Use `navigationTitle(_:)` in such a view.
    public func navTitle(_ title: String?) -> some View {
      modifier(TitlesScreen(title: title))
    }
  }

  private struct TitlesScreen: ViewModifier {
    let title: String?

    @Environment(\.navScreen) private var screen

    /// The position at which the screen was last found on its stack.
    @State private var known: ScreenSpot?

    func body(content: Content) -> some View {
      content
        .navigationTitle(title ?? "")
        .onChange(of: title, initial: true) { _, title in
          guard let title, let screen, let spot = screen.find(&known) else { return }
          screen.stack.setTitle(title, at: spot)
        }
    }
  }
#endif
