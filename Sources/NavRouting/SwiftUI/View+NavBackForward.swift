#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Adds Back and Forward buttons with menus to each screen of the stack, the tabs or the split
    /// view.
    ///
    /// ```swift
    /// NavStackView(AppRoute.self) { Home() } destination: { Screen($0) }
    ///   .navBackForwardButtons()
    /// ```
    ///
    /// In an app's own `NavigationStack` with
    /// ``navPersisted(_:stack:expiresAfter:migratingFrom:)``, add this modifier to each screen
    /// inside the stack.
    ///
    /// A long press on a button shows a menu of the entries in its direction. ⌘[ and ⌘] press the
    /// buttons on the Mac, iOS and visionOS. On watchOS, the buttons have no menus. The buttons are
    /// next to the system's back button. On watchOS, and in a narrow window on iOS, they are in the
    /// bottom bar, because the top bar has no space for both buttons.
    ///
    /// - Parameter list: The back/forward list of the buttons. The default is the stack's list, or
    ///   the window's list in the tabs of a ``NavTabView``.
    public func navBackForwardButtons(_ list: NavBackForwardList? = nil) -> some View {
      modifier(AddsBackForwardButtons(list: list))
    }

    /// Adds the Back and Forward buttons of a list, if the list isn't `nil`.
    @ViewBuilder
    func backForwardToolbar(_ list: NavBackForwardList?) -> some View {
      if let list { toolbar { BackForwardItems(list: list) } } else { self }
    }
  }

  /// The setting that adds Back and Forward buttons to the screens of the stacks inside a view.
  struct BackForwardButtons {
    /// The list that the app passed for the buttons; `nil` for the list of the tabs or, outside of
    /// tabs, of the stack.
    var list: NavBackForwardList?

    /// The window's list, for the buttons of screens in a tab; `nil` outside of tabs.
    var tabs: NavBackForwardList?
  }

  private struct AddsBackForwardButtons: ViewModifier {
    let list: NavBackForwardList?

    @Environment(\.navScreen) private var screen

    func body(content: Content) -> some View {
      content
        .transformEnvironment(\.backForwardButtons) { buttons in
          buttons = BackForwardButtons(list: list, tabs: buttons?.tabs)
        }
        // Only a screen of the app's own stack has no spot. A ``NavStackView`` adds the buttons
        // itself.
        .backForwardToolbar(screen.flatMap { $0.spot == nil ? list ?? $0.stack.backForward : nil })
    }
  }

  private struct BackForwardItems: ToolbarContent {
    let list: NavBackForwardList

    #if os(iOS)
      @Environment(\.horizontalSizeClass) private var width
    #endif

    var body: some ToolbarContent {
      ToolbarItemGroup(placement: placement) {
        DirectionButton(list: list, goesBack: true)
        DirectionButton(list: list, goesBack: false)
      }
    }

    private var placement: ToolbarItemPlacement {
      #if os(watchOS)
        // In any other toolbar of watchOS, only the first of the two buttons would be visible.
        .bottomBar
      #elseif os(iOS)
        width == .compact ? .bottomBar : .navigation
      #else
        .navigation
      #endif
    }
  }

  /// The Back or the Forward button.
  private struct DirectionButton: View {
    let list: NavBackForwardList
    let goesBack: Bool

    var body: some View {
      control
        .disabled(!canGo)
        .accessibilityLabel(name)
        .help(name)
    }

    @ViewBuilder private var control: some View {
      #if os(watchOS)
        button
      #else
        Menu {
          Entries(list: list, goesBack: goesBack)
        } label: {
          Image(systemName: symbol)
        } primaryAction: {
          go()
        }
        .background { shortcutButton }
      #endif
    }

    /// An invisible button with the shortcut. A shortcut of the menu itself would open the menu
    /// instead of performing its primary action.
    @ViewBuilder private var shortcutButton: some View {
      #if !os(tvOS) && !os(watchOS)
        button
          .keyboardShortcut(goesBack ? "[" : "]", modifiers: .command)
          .disabled(!canGo)
          .opacity(0)
          .accessibilityHidden(true)
      #endif
    }

    private var button: some View {
      Button(name, systemImage: symbol, action: go)
    }

    private var name: String { goesBack ? NavText.back : NavText.forward }
    private var canGo: Bool { goesBack ? list.canGoBack : list.canGoForward }
    private var symbol: String { goesBack ? "chevron.backward" : "chevron.forward" }

    private func go() {
      if goesBack { list.back() } else { list.forward() }
    }

    /// The entries of the menu, in a view so that titles are read only when the menu is shown.
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
#endif
