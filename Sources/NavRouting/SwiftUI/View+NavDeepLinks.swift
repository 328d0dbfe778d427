#if canImport(SwiftUI)
  import NavStore
  import NavStorePlatform
  import SwiftUI

  extension View {
    /// Opens deep links in the stack or the tabs of this view: URLs, web pages, and activities of the types
    /// that patterns name.
    ///
    /// ```swift
    /// NavStackView(AppRoute.self) { Home() } destination: { Screen($0) }
    ///   .navDeepLinks(links)
    /// ```
    ///
    /// Use it on the stack view or tab view, or around them on a ``NavWindowView``. It opens links in stacks
    /// of the table's element type, and in tabs for those, but not in sheets. A link that comes in before its
    /// stack is on screen is pending. An open window takes the app's links; otherwise macOS and iPadOS open
    /// another window for them.
    ///
    /// - Parameters:
    ///   - links: The table of links.
    ///   - onOutcome: Called with the outcome of each link, and again when a pending link opens or is dropped.
    ///   - mayOpen: Returns whether a path may be opened now; otherwise, the link is pending. It is called
    ///     again when a value that it has read and that is observable changes. `nil` allows all.
    public func navDeepLinks<Element: NavElement>(
      _ links: NavDeepLinks<Element>, onOutcome: (@MainActor (URL, NavLinkOutcome) -> Void)? = nil,
      mayOpen: (@MainActor ([Element]) -> Bool)? = nil
    ) -> some View {
      modifier(
        OffersLinks(
          declaration: LinkDeclaration(links: links, onOutcome: onOutcome, mayOpen: mayOpen)))
    }

    /// Has the window take what comes from outside: a set with a star matches everything.
    fileprivate func takesExternalEvents() -> some View {
      #if os(tvOS) || os(watchOS)
        self
      #else
        handlesExternalEvents(preferring: ["*"], allowing: ["*"])
      #endif
    }
  }

  /// The tables of links for the stacks inside a view.
  struct LinkOffer {
    fileprivate let intake: LinkIntake
    fileprivate var declarations: [any AnyLinkDeclaration]

    /// Notes the window that the views are in.
    @MainActor
    func found(_ window: WindowContext) {
      intake.found(window)
      for declaration in declarations { declaration.note(in: window) }
    }
  }

  @MainActor
  private protocol AnyLinkDeclaration {
    func note(in window: WindowContext)
  }

  extension LinkDeclaration: AnyLinkDeclaration {
    fileprivate func note(in window: WindowContext) {
      window.receive(self, in: nil)
    }
  }

  /// Takes in what comes from outside, and keeps it until the window is known.
  @MainActor
  private final class LinkIntake {
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
      let offer = LinkOffer(
        intake: intake, declarations: (outer?.declarations ?? []) + [declaration])
      let view =
        content
        .environment(\.linkOffer, offer)
        .onChange(of: window.map(ObjectIdentifier.init), initial: true) {
          guard let window else { return }
          LinkOffer(intake: intake, declarations: [declaration]).found(window.shared)
        }
        .onOpenURL { url in
          if isOutermost { intake.perform { $0.open(url) } }
        }
      #if canImport(Darwin)
        let web = isOutermost ? [NSUserActivityTypeBrowsingWeb] : []
        let names = declaration.links.patterns.flatMap(\.options.names)
        return (web + names).reduce(AnyView(view.takesExternalEvents())) { view, type in
          AnyView(
            view.onContinueUserActivity(type) { activity in
              intake.perform { $0.open(activity) }
            })
        }
      #else
        return view
      #endif
    }
  }

  /// Opens the links that are offered around a stack in that stack, or in the tabs that it is in.
  struct ReceivesLinks<Element: NavElement>: ViewModifier {
    let router: NavRouter<Element>

    @Environment(\.linkOffer) private var offer
    @State private var receiver: LinkReceiver<Element>?

    func body(content: Content) -> some View {
      content
        .transformEnvironment(\.linkOffer) { offer in
          offer?.declarations.removeAll { $0 is LinkDeclaration<Element> }
        }
        .onChange(of: ObjectIdentifier(router)) { receive() }
        .onAppear { receive() }
        .onDisappear {
          receiver?.target = nil
          receiver = nil
        }
    }

    private func receive() {
      let declared = offer?.declarations.lazy.compactMap { $0 as? LinkDeclaration<Element> }
      // A sheet covers the stack for links.
      guard let offer, let declaration = declared?.last, !router.policy.goesWithRoot else { return }
      receiver = router.context.receive(declaration, in: router.tabs ?? router)
      offer.intake.found(router.context)
    }
  }
#endif
