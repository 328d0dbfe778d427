#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension FocusedValues {
    /// Returns the back/forward list of the window in front. It is called when a menu shows the
    /// list, because a window's list begins with its first use.
    var backForwardInFront: (@MainActor () -> NavBackForwardList)? {
      get { self[Key.self] }
      set { self[Key.self] = newValue }
    }

    private struct Key: FocusedValueKey {
      typealias Value = @MainActor () -> NavBackForwardList
    }
  }

  #if !os(tvOS) && !os(watchOS)
    /// The menu items Back (⌘[) and Forward (⌘]) for the stack or the tabs of the window in front.
    ///
    /// ```swift
    /// WindowGroup { ShopTabs() }
    ///   .commands { NavBackForwardCommands() }
    /// ```
    ///
    /// On the Mac and iPadOS, the items are in the View menu. On other systems, only their
    /// shortcuts exist.
    public struct NavBackForwardCommands: Commands {
      private let placement: CommandGroupPlacement

      /// Creates the menu items.
      ///
      /// - Parameter placement: The group of menu items that precedes Back and Forward.
      public init(after placement: CommandGroupPlacement = .sidebar) {
        self.placement = placement
      }

      /// The content of the menu.
      public var body: some Commands {
        CommandGroup(after: placement) { Items() }
      }

      /// The menu items as a view, because commands don't receive focused values.
      private struct Items: View {
        @FocusedValue(\.backForwardInFront) private var front

        var body: some View {
          let list = front?()
          Button(NavText.back) { list?.back() }
            .keyboardShortcut("[", modifiers: .command)
            .disabled(list?.canGoBack != true)
          Button(NavText.forward) { list?.forward() }
            .keyboardShortcut("]", modifiers: .command)
            .disabled(list?.canGoForward != true)
        }
      }
    }
  #endif
#endif
