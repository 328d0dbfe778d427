#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Shows a presentation as a sheet.
    ///
    /// ```swift
    /// .navSheet(compose) { item in
    ///   NavStackView(on: compose.router) { Draft(item) } destination: { Screen($0) }
    /// }
    /// ```
    ///
    /// A sheet that a view shows with `isPresented` or with an item of its own is not saved.
    public func navSheet<Element: NavElement, Content: View>(
      _ presentation: NavPresentation<Element>,
      @ViewBuilder content: @escaping (Element) -> Content
    ) -> some View {
      sheet(item: Bindable(presentation).shown) { presentation.view(of: $0, content) }
    }

    #if os(iOS) || os(macOS)
      /// Shows a presentation as an inspector: a trailing column, or a sheet in a narrow window.
      ///
      /// The inspector is visible while the presentation has an element to present.
      public func navInspector<Element: NavElement, Content: View>(
        _ presentation: NavPresentation<Element>,
        @ViewBuilder content: @escaping (Element) -> Content
      ) -> some View {
        inspector(isPresented: Bindable(presentation).isShown) {
          if let shown = presentation.shown { presentation.view(of: shown, content) }
        }
      }
    #endif

    /// Shows a presentation over the whole window.
    ///
    /// On the Mac, which has no covers, the presentation is a sheet.
    public func navCover<Element: NavElement, Content: View>(
      _ presentation: NavPresentation<Element>,
      @ViewBuilder content: @escaping (Element) -> Content
    ) -> some View {
      #if os(macOS)
        sheet(item: Bindable(presentation).shown) { presentation.view(of: $0, content) }
      #else
        fullScreenCover(item: Bindable(presentation).shown) { presentation.view(of: $0, content) }
      #endif
    }
  }

  /// A presented item for `sheet(item:)`. SwiftUI shows another sheet for each item.
  private struct Shown<Element: NavElement>: Identifiable {
    let item: Element

    var id: Element { item }
  }

  extension NavPresentation {
    /// The presented item, for the binding of a sheet.
    fileprivate var shown: Shown<Element>? {
      get { item.map { Shown(item: $0) } }
      set { item = newValue?.item }
    }

    /// Whether there is a presented item, for the binding of an inspector. Setting `true` has no
    /// effect, because there would be no item.
    fileprivate var isShown: Bool {
      get { item != nil }
      set { if !newValue { item = nil } }
    }

    /// Returns the content of the sheet. While the sheet is being dismissed, the presentation has
    /// no item, so the content keeps showing the item of `shown`.
    fileprivate func view(
      of shown: Shown<Element>, _ content: (Element) -> some View
    ) -> some View {
      content(shown.item)
        .environment(\.navScreen, NavScreen(stack: router, spot: .root))
        .providing(router)
    }
  }
#endif
