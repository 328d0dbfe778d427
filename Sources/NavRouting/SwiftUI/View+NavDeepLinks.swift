import NavStorePlatform

#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Takes in the deep links of a window: URLs, and web pages that were handed over or opened as
    /// universal links.
    ///
    /// ```swift
    /// NavStackView(AppRoute.self, on: router) { Home() } destination: { Screen($0) }
    ///   .navDeepLinks(links, to: router)
    /// ```
    ///
    /// The router is attached when the view appears, and another one when it takes its place; a link
    /// that comes before waits. Put it once, at the root of the window: the system tells every view
    /// that asks. An open window takes the app's links; otherwise macOS and iPadOS open another
    /// window for them.
    ///
    /// - Parameters:
    ///   - links: The window's deep links.
    ///   - router: The router that links open in; nil if routers are attached elsewhere, see
    ///     ``NavDeepLinks/attach(_:)``.
    ///   - place: The name that patterns call it by, if there are several routers.
    ///   - select: Called before a link changes the stack, to bring up its tab, for example.
    public func navDeepLinks<Element: NavElement>(
      _ links: NavDeepLinks<Element>, to router: NavRouter<Element>? = nil, as place: String = "",
      select: (@MainActor () -> Void)? = nil
    ) -> some View {
      let view = onChange(of: router.map(ObjectIdentifier.init), initial: true) {
        if let router { links.attach(to: router, as: place, select: select) }
      }
      .onOpenURL { url in links.open(url) }
      #if canImport(Darwin)
        return view.navDeepLinks(links, activity: NSUserActivityTypeBrowsingWeb)
          .takesExternalEvents()
      #else
        return view
      #endif
    }

    /// Has the window take what comes from outside: a set with a star matches everything.
    private func takesExternalEvents() -> some View {
      #if os(tvOS) || os(watchOS)
        self
      #else
        handlesExternalEvents(preferring: ["*"], allowing: ["*"])
      #endif
    }

    #if canImport(Darwin)
      /// Takes in user activities of one more type: Handoff, a search result.
      public func navDeepLinks<Element: NavElement>(
        _ links: NavDeepLinks<Element>, activity type: String
      ) -> some View {
        onContinueUserActivity(type) { activity in links.open(activity) }
      }
    #endif
  }
#endif
