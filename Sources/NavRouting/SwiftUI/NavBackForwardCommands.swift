#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Says what Back and Forward in the menu bar drive while this window is in front: see
    /// `NavBackForwardCommands`.
    ///
    /// Say it once a window, around its tabs and columns.
    public func navBackForwardCommands(_ list: some NavBackForwardList) -> some View {
      focusedSceneValue(\.navBackForwardList, list)
    }
  }

  extension FocusedValues {
    /// What Back and Forward of the window in front drive.
    var navBackForwardList: (any NavBackForwardList)? {
      get { self[ListKey.self] }
      set { self[ListKey.self] = newValue }
    }

    private struct ListKey: FocusedValueKey {
      typealias Value = any NavBackForwardList
    }
  }

  #if os(iOS) || os(macOS) || os(visionOS)
    /// Back and Forward in the menu bar, for the window in front: ⌘[ and ⌘].
    ///
    /// ```swift
    /// WindowGroup {
    ///   NavWindowView { window in
    ///     ShopView(window: window).navBackForwardCommands(window.backForward)  // or a router
    ///   }
    /// }
    /// .commands { NavBackForwardCommands() }
    /// ```
    ///
    /// In the View menu unless told otherwise, on the Mac and iPadOS; elsewhere only the shortcuts.
    public struct NavBackForwardCommands: Commands {
      private let placement: CommandGroupPlacement
      private let names: (back: String?, forward: String?)

      /// The pair.
      ///
      /// - Parameters:
      ///   - placement: The commands after which they come.
      ///   - backName: What the first one is called; "Back" in the user's language unless given.
      ///   - forwardName: What the second one is called.
      public init(
        after placement: CommandGroupPlacement = .sidebar, backName: String? = nil,
        forwardName: String? = nil
      ) {
        self.placement = placement
        names = (backName, forwardName)
      }

      /// The pair.
      public var body: some Commands {
        CommandGroup(after: placement) {
          Items(back: names.back ?? NavText.back, forward: names.forward ?? NavText.forward)
        }
      }

      /// A view of its own: what has the focus is told to views, not to commands.
      private struct Items: View {
        let back: String
        let forward: String

        @FocusedValue(\.navBackForwardList) private var list

        var body: some View {
          Button(back) { list?.go(by: -1, animated: true) }
            .keyboardShortcut("[", modifiers: .command)
            .disabled(list?.canGoBack != true)
          Button(forward) { list?.go(by: 1, animated: true) }
            .keyboardShortcut("]", modifiers: .command)
            .disabled(list?.canGoForward != true)
        }
      }
    }
  #endif
#endif
