#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension EnvironmentValues {
    /// The window that contains the view.
    ///
    /// If no window contains the view, a fault is logged, and the window's store is in memory.
    @MainActor public var navWindow: NavWindow {
      if let enclosingWindow { return enclosingWindow }
      WindowFaults.shared.lackedWindow()
      return .detached
    }

    var enclosingWindow: NavWindow? {
      get { self[Key<NavWindow>.self] }
      set { self[Key<NavWindow>.self] = newValue }
    }

    /// The store of the windows that views inside this view create.
    var givenStore: NavStore? {
      get { self[Key<NavStore>.self] }
      set { self[Key<NavStore>.self] = newValue }
    }

    /// The tables of links for the stacks inside the view: see `navDeepLinks`.
    var linkOffer: LinkOffer? {
      get { self[Key<LinkOffer>.self] }
      set { self[Key<LinkOffer>.self] = newValue }
    }

    /// The screen that contains the view, for `navTitle` and ``RestoredState``.
    var navScreen: NavScreen? {
      get { self[Key<NavScreen>.self] }
      set { self[Key<NavScreen>.self] = newValue }
    }

    /// The Back and Forward buttons of the screens in stack views; `nil` if the screens have none.
    var backForwardButtons: BackForwardButtons? {
      get { self[Key<BackForwardButtons>.self] }
      set { self[Key<BackForwardButtons>.self] = newValue }
    }

    /// The activity type for the place of the stack, the tabs or the split view inside this view:
    /// see `navUserActivity(_:)`.
    var placeActivity: String? {
      get { self[Key<String>.self] }
      set { self[Key<String>.self] = newValue }
    }

    private struct Key<Value>: EnvironmentKey {
      static var defaultValue: Value? { nil }
    }
  }

  extension View {
    /// Sets the store of the windows that views inside this view create. The default is
    /// `NavStore.standard`.
    public func navStore(_ store: NavStore) -> some View {
      environment(\.givenStore, store)
    }

    /// Puts this view into a window that the app created.
    public func navWindow(_ window: NavWindow) -> some View {
      environment(\.enclosingWindow, window)
    }
  }
#endif
