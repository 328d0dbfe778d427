#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Adds Back and Forward buttons with menus to each screen of the stack or the tabs of this view.
    ///
    /// ```swift
    /// NavStackView(AppRoute.self) { Home() } destination: { Screen($0) }
    ///   .navBackForwardButtons()
    /// ```
    ///
    /// In a tab they lead through all tabs. See ``NavBackForwardItems``.
    public func navBackForwardButtons() -> some View {
      environment(\.showsBackForward, true)
    }

    /// Adds the buttons of a list, if there is one.
    @ViewBuilder
    func backForwardToolbar(_ list: NavBackForwardList?) -> some View {
      if let list { toolbar { NavBackForwardItems(list) } } else { self }
    }
  }

  /// Back and Forward buttons with menus, for the toolbar of a screen in an app's own stack.
  ///
  /// ```swift
  /// .toolbar { NavBackForwardItems() }                     // the list of the stack
  /// .toolbar { NavBackForwardItems(window.backForward) }   // the window's, over all tabs
  /// ```
  ///
  /// A long press shows where they lead. ⌘[ and ⌘] press them on the Mac, iOS and visionOS. On watchOS they
  /// are plain buttons. They stand beside the system's back button. On watchOS, and in a narrow window on iOS,
  /// they are in the bottom bar: the top one has no room for both.
  public struct NavBackForwardItems: ToolbarContent {
    private let given: NavBackForwardList?

    @Environment(\.navScreen) private var screen
    #if os(iOS)
      @Environment(\.horizontalSizeClass) private var width
    #endif

    /// Creates the buttons of a list, or of the stack that the view is on.
    public init(_ list: NavBackForwardList? = nil) {
      given = list
    }

    /// The content of the toolbar.
    public var body: some ToolbarContent {
      ToolbarItemGroup(placement: placement) {
        if let list = given ?? screen?.stack.backForward {
          DirectionButton(list: list, goesBack: true)
          DirectionButton(list: list, goesBack: false)
        }
      }
    }

    private var placement: ToolbarItemPlacement {
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

  /// One of the pair.
  private struct DirectionButton: View {
    let list: NavBackForwardList
    let goesBack: Bool

    var body: some View {
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
          Entries(list: list, goesBack: goesBack)
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
            .keyboardShortcut(goesBack ? "[" : "]", modifiers: .command)
            .disabled(!canGo)
        #endif
      }
    #endif

    private var button: some View {
      Button(name, systemImage: symbol, action: go)
    }

    private var name: String { goesBack ? NavText.back : NavText.forward }
    private var canGo: Bool { goesBack ? list.canGoBack : list.canGoForward }
    private var symbol: String { goesBack ? "chevron.backward" : "chevron.forward" }

    private func go() {
      if goesBack { list.back() } else { list.forward() }
    }

    /// The menu: a view of its own, so that titles are read only when it is made.
    private struct Entries: View {
      let list: NavBackForwardList
      let goesBack: Bool

      var body: some View {
        ForEach(goesBack ? list.backEntries : list.forwardEntries) { entry in
          Button(entry.title ?? entry.kind ?? NavText.home) { list.go(to: entry) }
        }
      }
    }
  }

  extension View {
    /// Gives a menu the shortcut of a button that no one sees: a shortcut presses a button, but opens a
    /// menu.
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
