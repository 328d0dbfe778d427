#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension EnvironmentValues {
    /// The window that a view is in: see ``NavWindowView``. If there is none around it, as in a
    /// preview, it is ``NavWindow/main``.
    public var navWindow: NavWindow { enclosingWindow ?? .main }

    var enclosingWindow: NavWindow? {
      get { self[Key<NavWindow>.self] }
      set { self[Key<NavWindow>.self] = newValue }
    }

    /// The router for the next stack view inside, which takes it and offers it to no other.
    var offeredRouter: AnyObject? {
      get { self[Key<AnyObject>.self] }
      set { self[Key<AnyObject>.self] = newValue }
    }

    /// The tables of links for the stacks inside: see `navDeepLinks`.
    var linkOffer: LinkOffer? {
      get { self[Key<LinkOffer>.self] }
      set { self[Key<LinkOffer>.self] = newValue }
    }

    /// The screen that a view is on: what `navTitle`, ``NavState`` go by.
    var navScreen: NavScreen? {
      get { self[Key<NavScreen>.self] }
      set { self[Key<NavScreen>.self] = newValue }
    }

    private struct Key<Value>: EnvironmentKey {
      static var defaultValue: Value? { nil }
    }
  }

  extension View {
    /// Says which window the views are in, for an app that makes it itself.
    public func navWindow(_ window: NavWindow) -> some View {
      environment(\.enclosingWindow, window)
    }
  }
#endif
