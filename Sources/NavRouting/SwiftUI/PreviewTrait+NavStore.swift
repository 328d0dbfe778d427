#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  extension PreviewTrait where T == Preview.ViewTraits {
    /// Shows a preview in a window of its own, whose main stack has a path.
    ///
    /// ```swift
    /// #Preview(traits: .navStore(path: [AppRoute.product(id: 7)])) {
    ///   ShopView()
    /// }
    /// ```
    @MainActor public static func navStore<Element: NavElement>(path: [Element]) -> PreviewTrait {
      navStore { $0.router(Element.self).path = path }
    }

    /// Shows a preview in a window of its own, which `prepare` can change before the preview is
    /// shown.
    ///
    /// For example, `prepare` can select a tab, show a sheet, or set the stack of a tab. The
    /// window's store is in memory, and no other preview shares it. On iOS 17, add
    /// `.navStore(.inMemory())` to the view instead.
    ///
    /// - Parameters:
    ///   - account: The account of the window, or `nil` for signed-out use.
    ///   - prepare: Changes the window before it is shown.
    @MainActor public static func navStore(
      account: String? = nil, _ prepare: @MainActor (NavWindow) -> Void = { _ in }
    ) -> PreviewTrait {
      let window = NavWindow(scene: .main, account: account, store: .inMemory())
      prepare(window)
      return .modifier(PreviewWindow(window: window))
    }
  }

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  private struct PreviewWindow: PreviewModifier {
    let window: NavWindow

    func body(content: Content, context: Void) -> some View { content.navWindow(window) }
  }
#endif
