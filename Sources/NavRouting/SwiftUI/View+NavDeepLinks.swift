#if canImport(SwiftUI)
  import NavStore
  import NavStorePlatform
  import SwiftUI

  extension View {
    /// Opens deep links in the stack or the tabs of this view.
    ///
    /// Deep links are URLs, web pages, and activities of the types that patterns name.
    ///
    /// ```swift
    /// NavStackView(AppRoute.self) { Home() } destination: { Screen($0) }
    ///   .navDeepLinks(links)
    /// ```
    ///
    /// Use the modifier on a stack view or tab view, or on a ``NavWindowView`` around them. It
    /// opens links in stacks of the table's element type, and in tabs of such stacks, but not in
    /// sheets. A link that arrives before its stack is on screen is pending. With the modifier, an
    /// open window receives the app's links. Without the modifier, macOS and iPadOS open another
    /// window for a link.
    ///
    /// - Parameters:
    ///   - links: The table of links.
    ///   - onOutcome: Called with the outcome of each link, and again when a pending link opens or
    ///     is dropped.
    ///   - mayOpen: Returns whether a path may be opened at the time of the call; otherwise, the
    ///     link is pending. It is called again when an observable value that it has read changes.
    ///     With `nil`, all paths may be opened.
    public func navDeepLinks<Element: NavElement>(
      _ links: NavDeepLinks<Element>, onOutcome: (@MainActor (URL, NavLinkOutcome) -> Void)? = nil,
      mayOpen: (@MainActor ([Element]) -> Bool)? = nil
    ) -> some View {
      modifier(
        OffersLinks(
          declaration: LinkDeclaration(links: links, onOutcome: onOutcome, mayOpen: mayOpen)))
    }
  }

  /// The tables of links for the stacks inside a view.
  struct LinkOffer {
    let intake: LinkIntake

    /// The tables as values of ``LinkDeclaration``, each with a function that adds it to a window.
    var declarations: [(table: Any, add: @MainActor (WindowContext) -> Void)]

    /// Notes the window that contains the views, opens the links that have arrived before, and adds
    /// the tables to the window.
    @MainActor
    func found(_ window: WindowContext) {
      intake.found(window)
      for declaration in declarations { declaration.add(window) }
    }
  }

  /// Receives links and activities from the system, and keeps them until a view has found its
  /// window.
  @MainActor
  final class LinkIntake {
    private var window: WindowContext?
    private var waiting: [(NavWindow) -> Void] = []

    nonisolated init() {}

    func perform(_ action: @escaping (NavWindow) -> Void) {
      if let window { action(window.window) } else { waiting.append(action) }
    }

    func found(_ window: WindowContext) {
      self.window = window
      let actions = waiting
      waiting = []
      for action in actions { action(window.window) }
    }
  }

  private struct OffersLinks<Element: NavElement>: ViewModifier {
    let declaration: LinkDeclaration<Element>

    @Environment(\.linkOffer) private var outer
    @Environment(\.enclosingWindow) private var window
    @State private var own = LinkIntake()

    func body(content: Content) -> some View {
      let intake = outer?.intake ?? own
      let isOutermost = outer == nil
      let add: @MainActor (WindowContext) -> Void = { $0.receive(declaration, in: nil) }
      let offer = LinkOffer(
        intake: intake, declarations: (outer?.declarations ?? []) + [(declaration, add)])
      let view =
        content
        .environment(\.linkOffer, offer)
        .onChange(of: window.map(ObjectIdentifier.init), initial: true) {
          guard let window else { return }
          LinkOffer(intake: intake, declarations: [(declaration, add)]).found(window.shared)
        }
        .onOpenURL { url in
          if isOutermost { intake.perform { $0.open(url) } }
        }
        #if !os(tvOS) && !os(watchOS)
          // Makes the window receive all external events. The set `["*"]` matches every event.
          .handlesExternalEvents(preferring: ["*"], allowing: ["*"])
        #endif
      let web = isOutermost ? [NSUserActivityTypeBrowsingWeb] : []
      let names = declaration.links.patterns.flatMap(\.options.names)
      return (web + names).reduce(AnyView(view)) { view, type in
        AnyView(
          view.onContinueUserActivity(type) { activity in
            intake.perform { $0.open(activity) }
          })
      }
    }
  }
#endif
