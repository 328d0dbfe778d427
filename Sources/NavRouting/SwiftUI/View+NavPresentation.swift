#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Shows a ``NavPresentation`` as a sheet with a stack of its own, whose root screen is `root`.
    ///
    /// ```swift
    /// .navSheet(sheet) { item in ComposeView(item) } destination: { route in Screen(route) }
    ///
    /// sheet.present(.draft(id: 7))
    /// ```
    ///
    /// What is not saved: a sheet that a view shows by `isPresented` or an item of its own.
    public func navSheet<Element: NavElement>(
      _ presentation: NavPresentation<Element>, onDismiss: (() -> Void)? = nil,
      @ViewBuilder root: @escaping (Element) -> some View,
      @ViewBuilder destination: @escaping (Element) -> some View
    ) -> some View {
      sheet(item: presentation.shown, onDismiss: onDismiss) { shown in
        presentation.stack(shown.item, root: root, destination: destination)
      }
    }

    /// Shows a ``NavPresentation`` as a sheet without a stack.
    public func navSheet<Element: NavElement>(
      _ presentation: NavPresentation<Element>, onDismiss: (() -> Void)? = nil,
      @ViewBuilder content: @escaping (Element) -> some View
    ) -> some View {
      sheet(item: presentation.shown, onDismiss: onDismiss) { shown in
        content(shown.item).navScreen(.root, of: presentation.router).navRouter(
          presentation.router)
      }
    }

    /// Shows a ``NavPresentation`` over the whole window, with a stack of its own; as a sheet on the
    /// Mac, which has no covers.
    public func navCover<Element: NavElement>(
      _ presentation: NavPresentation<Element>, onDismiss: (() -> Void)? = nil,
      @ViewBuilder root: @escaping (Element) -> some View,
      @ViewBuilder destination: @escaping (Element) -> some View
    ) -> some View {
      cover(presentation, onDismiss: onDismiss) { item in
        presentation.stack(item, root: root, destination: destination)
      }
    }

    /// Shows a ``NavPresentation`` over the whole window, without a stack; as a sheet on the Mac,
    /// which has no covers.
    public func navCover<Element: NavElement>(
      _ presentation: NavPresentation<Element>, onDismiss: (() -> Void)? = nil,
      @ViewBuilder content: @escaping (Element) -> some View
    ) -> some View {
      cover(presentation, onDismiss: onDismiss) { item in
        content(item).navScreen(.root, of: presentation.router).navRouter(presentation.router)
      }
    }

    private func cover<Element: NavElement>(
      _ presentation: NavPresentation<Element>, onDismiss: (() -> Void)?,
      @ViewBuilder content: @escaping (Element) -> some View
    ) -> some View {
      #if os(macOS)
        sheet(item: presentation.shown, onDismiss: onDismiss) { content($0.item) }
      #else
        fullScreenCover(item: presentation.shown, onDismiss: onDismiss) { content($0.item) }
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

    /// The stack on an item. While it slides away the router has no item any more: it goes on showing
    /// the one that it was made for.
    fileprivate func stack(
      _ item: Element, root: @escaping (Element) -> some View,
      destination: @escaping (Element) -> some View
    ) -> some View {
      NavStackView(Element.self, on: router) {
        root(item)
      } destination: {
        destination($0)
      }
    }
  }

  extension NavRouter {
    /// The root route of a presentation's stack: what is presented.
    fileprivate var shown: Shown<Element>? {
      get { root.map { Shown(item: $0) } }
      set { NavPresentation(router: self).item = newValue?.item }
    }
  }
#endif
