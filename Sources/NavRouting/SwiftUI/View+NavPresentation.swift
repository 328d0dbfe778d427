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
    public func navSheet<Route: Hashable & Sendable>(
      _ presentation: NavPresentation<Route>, onDismiss: (() -> Void)? = nil,
      @ViewBuilder root: @escaping (Route) -> some View,
      @ViewBuilder destination: @escaping (Route) -> some View
    ) -> some View {
      sheet(item: presentation.shown, onDismiss: onDismiss) { shown in
        presentation.stack(shown.item, root: root, destination: destination)
      }
    }

    /// Shows a ``NavPresentation`` as a sheet without a stack.
    public func navSheet<Route: Hashable & Sendable>(
      _ presentation: NavPresentation<Route>, onDismiss: (() -> Void)? = nil,
      @ViewBuilder content: @escaping (Route) -> some View
    ) -> some View {
      sheet(item: presentation.shown, onDismiss: onDismiss) { shown in
        content(shown.item).navScreen(.root, of: presentation.router).navRouter(
          presentation.router)
      }
    }

    /// Shows a ``NavPresentation`` over the whole window, with a stack of its own; as a sheet on the
    /// Mac, which has no covers.
    public func navCover<Route: Hashable & Sendable>(
      _ presentation: NavPresentation<Route>, onDismiss: (() -> Void)? = nil,
      @ViewBuilder root: @escaping (Route) -> some View,
      @ViewBuilder destination: @escaping (Route) -> some View
    ) -> some View {
      cover(presentation, onDismiss: onDismiss) { item in
        presentation.stack(item, root: root, destination: destination)
      }
    }

    /// Shows a ``NavPresentation`` over the whole window, without a stack; as a sheet on the Mac,
    /// which has no covers.
    public func navCover<Route: Hashable & Sendable>(
      _ presentation: NavPresentation<Route>, onDismiss: (() -> Void)? = nil,
      @ViewBuilder content: @escaping (Route) -> some View
    ) -> some View {
      cover(presentation, onDismiss: onDismiss) { item in
        content(item).navScreen(.root, of: presentation.router).navRouter(presentation.router)
      }
    }

    private func cover<Route: Hashable & Sendable>(
      _ presentation: NavPresentation<Route>, onDismiss: (() -> Void)?,
      @ViewBuilder content: @escaping (Route) -> some View
    ) -> some View {
      #if os(macOS)
        sheet(item: presentation.shown, onDismiss: onDismiss) { content($0.item) }
      #else
        fullScreenCover(item: presentation.shown, onDismiss: onDismiss) { content($0.item) }
      #endif
    }
  }

  /// What is presented, as `sheet(item:)` takes it: another item is another sheet.
  private struct Shown<Route: Hashable & Sendable>: Identifiable {
    let item: Route

    var id: Route { item }
  }

  extension NavPresentation {
    /// The item, as `sheet(item:)` binds it.
    fileprivate var shown: Binding<Shown<Route>?> { Bindable(router).shown }

    /// The stack on an item. While it slides away the router has no item any more: it goes on showing
    /// the one that it was made for.
    fileprivate func stack(
      _ item: Route, root: @escaping (Route) -> some View,
      destination: @escaping (Route) -> some View
    ) -> some View {
      NavStackView(Route.self, on: router) {
        root(item)
      } destination: {
        destination($0)
      }
    }
  }

  extension NavRouter {
    /// The root route of a presentation's stack: what is presented.
    fileprivate var shown: Shown<Route>? {
      get { root.map { Shown(item: $0) } }
      set { NavPresentation(router: self).item = newValue?.item }
    }
  }
#endif
