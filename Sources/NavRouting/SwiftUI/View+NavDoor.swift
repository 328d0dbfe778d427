#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Lets the links of a window in through its front door: URLs, and web pages handed over or
    /// opened as universal links.
    ///
    /// ```swift
    /// NavStackView(router) { Home() } destination: { Screen($0) }
    ///   .onNavLink(door, to: router)
    /// ```
    ///
    /// The router is attached when the view appears, and one that takes its place later when it
    /// does; a link that comes before waits for it. Put it at the root of the window, once: the
    /// system tells every view of a link that asks. A window that is there takes the app's links; on
    /// the Mac and iPadOS the system would open another one.
    ///
    /// - Parameters:
    ///   - door: The window's door.
    ///   - router: What links open in.
    ///   - place: The name that patterns call it by, where there are several routers.
    ///   - select: Called before a link opens in it; brings up its tab, say.
    public func onNavLink<Route: Hashable & Sendable>(
      _ door: NavDoor<Route>, to router: NavRouter<Route>, as place: String = "",
      select: (@MainActor () -> Void)? = nil
    ) -> some View {
      onChange(of: ObjectIdentifier(router), initial: true) {
        door.attach(to: router, as: place, select: select)
      }
      .onNavLink(door)
    }

    /// Lets the links of a window in, and hands them to `open`: see
    /// ``NavDoor/attach(_:)``.
    ///
    /// ```swift
    /// .onNavLink(door) { link in
    ///   tabs.show(tab(for: link.place))
    ///   return link.open(in: tabs.selectedRouter)
    /// }
    /// ```
    public func onNavLink<Route: Hashable & Sendable>(
      _ door: NavDoor<Route>,
      open: @escaping @MainActor (NavDoor<Route>.Opening) -> NavLinkOutcome<Route>
    ) -> some View {
      onAppear { door.attach(open) }
        .onNavLink(door)
    }

    /// Lets the links of a window in, where routers are attached elsewhere.
    public func onNavLink<Route: Hashable & Sendable>(_ door: NavDoor<Route>) -> some View {
      let view = onOpenURL { url in _ = door.open(url) }
      #if canImport(Darwin)
        return view.onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
          _ = door.open(.activity(activity))
        }
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
      /// Lets user activities of one type in, besides web pages: Handoff, a search result.
      public func onNavActivity<Route: Hashable & Sendable>(
        _ type: String, _ door: NavDoor<Route>
      ) -> some View {
        onContinueUserActivity(type) { activity in _ = door.open(.activity(activity)) }
      }
    #endif
  }
#endif
