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
    /// A sheet that a view shows by `isPresented` or by an item of its own is not saved.
    public func navSheet<Element: NavElement, Content: View>(
      _ presentation: NavPresentation<Element>,
      @ViewBuilder content: @escaping (Element) -> Content
    ) -> some View {
      sheet(item: presentation.shown) { presentation.view(of: $0, content) }
    }

    /// Shows a presentation over the whole window. On the Mac, which has no covers, it is a sheet.
    public func navCover<Element: NavElement, Content: View>(
      _ presentation: NavPresentation<Element>,
      @ViewBuilder content: @escaping (Element) -> Content
    ) -> some View {
      #if os(macOS)
        sheet(item: presentation.shown) { presentation.view(of: $0, content) }
      #else
        fullScreenCover(item: presentation.shown) { presentation.view(of: $0, content) }
      #endif
    }
  }

  /// What is presented, as `sheet(item:)` takes it: another item is another sheet.
  private struct Shown<Element: NavElement>: Identifiable {
    let item: Element

    var id: Element { item }
  }

  extension NavPresentation {
    /// The item, as `sheet(item:)` binds it.
    fileprivate var shown: Binding<Shown<Element>?> { Bindable(router).shown }

    /// While the sheet slides away the router has no item any more: it goes on showing the one that it was
    /// made for.
    fileprivate func view(
      of shown: Shown<Element>, _ content: (Element) -> some View
    ) -> some View {
      content(shown.item).navScreen(.root, of: router).providing(router)
    }
  }

  extension NavRouter {
    /// What is presented on the stack of a sheet.
    fileprivate var shown: Shown<Element>? {
      get { root.map { Shown(item: $0) } }
      set { root = newValue?.item }
    }
  }
#endif
