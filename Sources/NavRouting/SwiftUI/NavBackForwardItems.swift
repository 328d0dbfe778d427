#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// A Back and a Forward button, as a browser has them: pressed long they show where they lead.
  ///
  /// ```swift
  /// .toolbar { NavBackForwardItems(router) }           // the router's own list
  /// .toolbar { NavBackForwardItems(window.backForward) }   // the window's, over all tabs
  /// ```
  ///
  /// ⌘[ and ⌘] press them, on the Mac, iOS and visionOS; for the Mac's menu bar see
  /// `NavBackForwardCommands`. On watchOS they are plain buttons: there are no menus. They stand
  /// beside the system's back button; on watchOS, and if a window on iOS is narrow, in the bottom
  /// bar: the top one has no room for both.
  public struct NavBackForwardItems: ToolbarContent {
    private let list: any NavBackForwardList
    private let placement: ToolbarItemPlacement?
    private let names: (back: String?, forward: String?)
    private let title: ((NavStore.BackForwardMenu.Entry) -> String)?

    #if os(iOS)
      @Environment(\.horizontalSizeClass) private var width
    #endif

    /// The pair.
    ///
    /// - Parameters:
    ///   - list: What they drive: a ``NavRouter`` or a ``NavWindowHistory``.
    ///   - placement: Where the toolbar has them, unless where they stand by themselves.
    ///   - backName: What the first one is called; "Back" in the user's language unless given.
    ///   - forwardName: What the second one is called.
    ///   - title: What an entry is called; its title, else its kind, else "Home" in the user's
    ///     language, unless given.
    public init(
      _ list: some NavBackForwardList, placement: ToolbarItemPlacement? = nil,
      backName: String? = nil, forwardName: String? = nil,
      title: ((NavStore.BackForwardMenu.Entry) -> String)? = nil
    ) {
      self.list = list
      self.placement = placement
      names = (backName, forwardName)
      self.title = title
    }

    /// The pair.
    public var body: some ToolbarContent {
      ToolbarItemGroup(placement: placement ?? ownPlacement) {
        NavBackForwardButton(list, .back, name: names.back, title: title)
        NavBackForwardButton(list, .forward, name: names.forward, title: title)
      }
    }

    private var ownPlacement: ToolbarItemPlacement {
      #if os(watchOS)
        // Elsewhere only the first one would be seen.
        .bottomBar
      #elseif os(iOS)
        width == .compact ? .bottomBar : .navigation
      #else
        .navigation
      #endif
    }
  }

  /// One of a pair of Back and Forward buttons, for a bar of the app's own: see
  /// ``NavBackForwardItems``.
  public struct NavBackForwardButton: View {
    /// Which one.
    public enum Direction: Sendable {
      /// To the entry before.
      case back

      /// To the entry after.
      case forward
    }

    private let list: any NavBackForwardList
    private let direction: Direction
    private let name: String
    private let title: (NavStore.BackForwardMenu.Entry) -> String

    /// A button that drives `list`.
    ///
    /// - Parameters:
    ///   - list: What it drives: a ``NavRouter`` or a ``NavWindowHistory``.
    ///   - direction: Which one of the pair.
    ///   - name: What it is called; "Back" or "Forward" in the user's language unless given.
    ///   - title: What an entry is called; its title, else its kind, else "Home" in the user's
    ///     language, unless given.
    public init(
      _ list: some NavBackForwardList, _ direction: Direction, name: String? = nil,
      title: ((NavStore.BackForwardMenu.Entry) -> String)? = nil
    ) {
      self.list = list
      self.direction = direction
      self.name = name ?? (direction == .back ? NavText.back : NavText.forward)
      self.title = title ?? { $0.title ?? $0.kind ?? NavText.home }
    }

    /// The button.
    public var body: some View {
      control
        .disabled(!canGo)
        .accessibilityLabel(name)
        .help(name)
    }

    #if os(watchOS)
      private var control: some View { button }
    #else
      @ViewBuilder private var control: some View {
        Menu {
          Entries(list: list, direction: direction, title: title)
        } label: {
          Image(systemName: symbol)
        } primaryAction: {
          go()
        }
        .shortcut(through: shortcutButton)
      }

      @ViewBuilder private var shortcutButton: some View {
        #if os(tvOS)
          EmptyView()
        #else
          button
            .keyboardShortcut(direction == .back ? "[" : "]", modifiers: .command)
            .disabled(!canGo)
        #endif
      }
    #endif

    private var button: some View {
      Button(name, systemImage: symbol, action: go)
    }

    private var canGo: Bool { direction == .back ? list.canGoBack : list.canGoForward }
    private var symbol: String { direction == .back ? "chevron.backward" : "chevron.forward" }

    private func go() {
      list.go(by: direction == .back ? -1 : 1, animated: true)
    }

    /// The menu: a view of its own, so that titles are read only when it is made.
    private struct Entries: View {
      let list: any NavBackForwardList
      let direction: Direction
      let title: (NavStore.BackForwardMenu.Entry) -> String

      var body: some View {
        let entries = direction == .back ? list.backForwardMenu.back : list.backForwardMenu.forward
        ForEach(entries.filter { $0.isReadable != false }) { entry in
          Button(title(entry)) { list.go(to: entry.index, animated: true) }
        }
      }
    }
  }

  extension View {
    /// Gives a menu the shortcut of a button that nobody sees: a shortcut presses a button, and a
    /// menu opens instead.
    fileprivate func shortcut(through button: some View) -> some View {
      #if canImport(Darwin)
        background {
          button.opacity(0).accessibilityHidden(true)
        }
      #else
        Group {
          self
          button
        }
      #endif
    }
  }
#endif
