import NavStore
import NavStorePlatform
import Observation

/// A table of deep links, with the app's closures that receive outcomes and permit links.
struct LinkDeclaration<Element: NavElement> {
  let links: NavDeepLinks<Element>
  let onOutcome: (@MainActor (URL, NavLinkOutcome) -> Void)?
  let mayOpen: (@MainActor ([Element]) -> Bool)?
}

/// A stack, or a set of tabs, in which links open.
@MainActor
protocol LinkTarget<LinkElement>: AnyObject {
  associatedtype LinkElement: NavElement

  /// The name in the file of the stack that opens the links. Tabs have a name that no pattern has.
  var stackName: String { get }

  /// Returns the router that opens a link to `tab`. For a link without a tab, that is the router of
  /// the stack or of the selected tab.
  func router(for tab: LinkTab?) throws(NavLinkRefusal) -> NavRouter<LinkElement>
}

extension NavRouter: LinkTarget {
  func router(for tab: LinkTab?) -> NavRouter<Element> { self }
}

extension NavTabs: LinkTarget {
  func router(for tab: LinkTab?) throws(NavLinkRefusal) -> NavRouter<Element> {
    guard let tab else { return self[selection] }
    guard let id = tab.value(TabID.self) else {
      WindowFaults.shared.note(
        "A link names a tab of the type \(tab.type), and the tabs that receive it are of \(TabID.self)."
      )
      throw .unsupported
    }
    return self[id]
  }
}

/// The path that a link opens, and the options of the pattern that matches the link.
struct LinkMatch: Hashable {
  let path: AnyHashable
  let options: LinkOptions
}

/// Opens the links of a table in a stack or in tabs of a scene: see ``LinkReceiver``.
@MainActor
protocol AnyLinkReceiver: AnyObject {
  var account: LiveAccount? { get }
  var anyTarget: AnyObject? { get }

  /// Returns the match of a link, and whether the link opens in the target of this receiver.
  func read(_ url: URL) throws(NavLinkRefusal) -> (match: LinkMatch, isHere: Bool)

  /// Opens a link, unless the app's closure doesn't permit its path. The link is then gated, and
  /// the scene tries again when an observable value changes that the closure has read.
  func open(_ arrival: LinkArrival, of scene: SceneLinks) -> NavLinkOutcome
  func report(_ url: URL, _ outcome: NavLinkOutcome)
}

@MainActor
final class LinkReceiver<Element: NavElement>: AnyLinkReceiver {
  private let declaration: LinkDeclaration<Element>
  let account: LiveAccount?

  /// The stack or tabs in which the links open; `nil` if no stack or tabs with this table are on
  /// screen.
  weak var target: (any LinkTarget<Element>)?

  init(
    _ declaration: LinkDeclaration<Element>, in target: (any LinkTarget<Element>)?,
    account: LiveAccount?
  ) {
    (self.declaration, self.target, self.account) = (declaration, target, account)
    for problem in declaration.links.problems {
      WindowFaults.shared.note("Deep links: \(problem)")
    }
  }

  var anyTarget: AnyObject? { target }

  func read(_ url: URL) throws(NavLinkRefusal) -> (match: LinkMatch, isHere: Bool) {
    let (path, options) = try declaration.links.match(url)
    let match = LinkMatch(path: path, options: options)
    guard let stack = target?.stackName else { return (match, false) }
    // A stack that a pattern names opens only links that name it.
    let isNamed = declaration.links.patterns.contains { $0.options.stack == stack }
    return (match, options.stack == (isNamed ? stack : nil))
  }

  func report(_ url: URL, _ outcome: NavLinkOutcome) {
    declaration.onOutcome?(url, outcome)
  }
}

// MARK: - Opening

extension LinkReceiver {
  func open(_ arrival: LinkArrival, of scene: SceneLinks) -> NavLinkOutcome {
    guard let target, let match = arrival.match, let linked = match.path.base as? [Element] else {
      return .pending
    }
    arrival.isGated = !mayOpen(linked, in: scene)
    guard !arrival.isGated else { return .pending }
    let router: NavRouter<Element>
    do throws(NavLinkRefusal) {
      router = try target.router(for: match.options.tab)
    } catch {
      return .refused(error)
    }
    // The first read of `path` restores the stack, so the link opens on the restored stack.
    let path = router.path
    let (session, context) = (router.session, router.context)
    // The digest is saved and not the link's identifier, which can contain private data. A router
    // that works only in memory saves neither of them.
    let digest =
      router.startProblem == nil ? arrival.id.map { Fingerprint(of: $0.utf8).value } : nil
    // The digests of the last 16 identifiers are a value of the scene that belongs to no account, so
    // that a link with an identifier opens once in all accounts together.
    let signedOut = context.store.account(nil)
    let known: [Int64] =
      digest == nil
      ? [] : (try? context.value(named: StoredNames.handledLinks, of: signedOut)) ?? []
    let isKnown = digest.map(known.contains) ?? false
    let isAtLaunch = !isKnown && scene.isAtLaunch(arrival) && isAsRestored(session, scene)
    let isRestored = isAtLaunch && !path.isEmpty && !router.restoration.path.isEmpty
    let (links, options) = (declaration.links, match.options)
    let rule =
      isRestored ? options.ruleAtLaunch ?? links.ruleAtLaunch : options.rule ?? links.rule
    let opens = !isKnown && rule != .ignore
    // One call, so that the digest of the link and the changed stack are saved together or not at
    // all.
    MainLoop.call {
      if opens {
        router.comeToFront?()
        show(linked, in: router, rule)
      }
      if let digest, !isKnown {
        context.keep(
          Array((known + [digest]).suffix(16)), named: StoredNames.handledLinks, of: signedOut)
      }
    }
    (arrival.stack, arrival.revision) = (session.core, session.revision)
    arrival.wasAtLaunch = isAtLaunch
    return opens ? .opened : .ignored
  }

  /// Whether the app's closure permits a path.
  private func mayOpen(_ path: [Element], in scene: SceneLinks) -> Bool {
    guard let mayOpen = declaration.mayOpen else { return true }
    return withObservationTracking(
      { mayOpen(path) }, onChange: MainLoop.notifier(of: scene) { $0.retry() })
  }

  private func show(_ path: [Element], in router: NavRouter<Element>, _ rule: NavLinkRule) {
    if rule == .replacePath || path.isEmpty {
      router.path = path
    } else if !router.path.suffix(path.count).elementsEqual(path) {
      router.push(contentsOf: path)
    }
  }

  /// Whether the stack was changed only by links at launch and by validations since it was
  /// restored.
  private func isAsRestored(_ session: NavStore.Session<Element>, _ scene: SceneLinks) -> Bool {
    if session.revision == 0 || scene.hasOnlyOpenedLinks(in: session.core) { return true }
    // `NavRouter.validate` removes elements without an action of the user.
    return session.isValidated
      && session.path.difference(from: session.restoration.path).insertions.isEmpty
  }
}
