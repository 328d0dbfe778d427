#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// The router of the stack that a view is on.
  ///
  /// ```swift
  /// struct Home: View {
  ///   @CurrentRouter(AppRoute.self) private var router
  ///
  ///   var body: some View {
  ///     Button("Settings") { router.push(.settings) }
  ///   }
  /// }
  /// ```
  ///
  /// A ``NavStackView``, a ``NavTabView`` or `navPersisted(_:)` around the view provides the
  /// router. Without one of these, a fault is logged, and the router saves nothing.
  @propertyWrapper
  public struct CurrentRouter<Element: NavElement>: DynamicProperty {
    @Environment(NavRouter<Element>.self) private var nearest: NavRouter<Element>?

    /// Creates the wrapper for a type of elements.
    public init(_ type: Element.Type = Element.self) {}

    /// The router of the stack that contains the view.
    @MainActor public var wrappedValue: NavRouter<Element> {
      // Without a stack, there is no window either.
      nearest ?? EnvironmentValues().navWindow.router(Element.self)
    }
  }
#endif
