import Foundation
import NavStore
import NavStoreTesting
import TestSupport
import Testing

@testable import NavRouting

extension InterleavingTests {
  /// The deep links that a test opens in the scene, and their outcomes.
  @MainActor
  final class Links {
    /// The links that were opened or refused since the last call of ``take(_:)``, with their
    /// outcomes.
    private var outcomes: [(URL, NavLinkOutcome)] = []

    /// The identifiers of the deliveries that were opened. A delivery must not be opened twice.
    private var openedIDs: Set<String> = []
    private var lastID = 0
    let clock = ManualClock()

    static let kinds = ["one", "two", "three", "top", "keep", "join", "code", "nowhere"]

    private let table = NavDeepLinks<SecretRoute>(schemes: ["app"], rule: .replacePath) {
      NavLinkPattern("one/{page}", SecretRoute.page).in(Tab.one).requiringSignIn()
      NavLinkPattern("two/{page}", path: { (page: Int) in [.page(0), .page(page)] })
        .in(Tab.two).requiringSignIn()
      NavLinkPattern("three/{page}", SecretRoute.page).in(Tab.three).requiringSignIn()
      NavLinkPattern("top/{page}", path: { (page: Int) in [.page(4), .page(page)] })
        .in(Tab.two).requiringSignIn().rule(.push, atLaunch: .push)
      NavLinkPattern("keep/{page}", SecretRoute.page)
        .in(Tab.three).requiringSignIn().rule(.replacePath, atLaunch: .ignore)
      NavLinkPattern("join/{page}", SecretRoute.page).in(stack: "signIn")
      NavLinkPattern("code/{text}") { (text: String) in [.page(1), .code(text), .page(2)] }
        .in(Tab.one).requiringSignIn()
    }

    func receive(
      in window: NavWindow, _ signIn: NavRouter<SecretRoute>, _ tabs: NavTabs<Tab, SecretRoute>?
    ) {
      let note: @MainActor (URL, NavLinkOutcome) -> Void = { [unowned self] in
        outcomes.append(($0, $1))
      }
      window.receive(table, in: signIn, onOutcome: note)
      if let tabs { window.receive(table, in: tabs, onOutcome: note) }
    }

    /// Opens a valid or invalid link. Some links have an identifier, which may be that of the
    /// previous delivery.
    func open(in window: NavWindow, _ random: inout SeededRandom) {
      clock.advance(by: .seconds(Double.random(in: 0...3, using: &random)))
      let kind = Self.kinds.randomElement(using: &random) ?? "one"
      let page = Int.random(in: -1..<6, using: &random)
      let text = kind == "code" ? "never-on-disk" : page < 0 ? "no-number" : "\(page)"
      var id: String?
      if Bool.random(using: &random) {
        if Int.random(in: 0..<4, using: &random) > 0 { lastID += 1 }
        id = "never-on-disk \(lastID)"
      }
      // The identifier is also the fragment of the URL, which patterns do not match. `take(_:)`
      // finds by it a delivery that was opened twice.
      let fragment = id.map { _ in "#\(lastID)" } ?? ""
      guard let url = URL(string: "app://\(kind)/\(text)\(fragment)") else { return }
      window.open(url, id: id)
    }

    func take(_ place: Comment) throws -> [(URL, NavLinkOutcome)] {
      defer { outcomes = [] }
      for (url, outcome) in outcomes {
        guard outcome == .opened, let id = url.fragment else { continue }
        try #require(openedIDs.insert(id).inserted, place)
      }
      return outcomes
    }
  }
}

extension InterleavingTests.World {
  /// Applies the outcomes of the links since the last call to the models of the stacks.
  mutating func takeLinks(_ step: Int) throws {
    let place: Comment = "step \(step), seed \(random.seed)"
    for (url, outcome) in try links.take(place) {
      guard let kind = url.host else { continue }
      let isBad = kind == "nowhere" || url.path == "/no-number"
      if case .refused(let refusal) = outcome {
        try #require(isBad != (refusal == .superseded), place)
      } else {
        try #require(!isBad, place)
      }
      guard case .opened = outcome else { continue }
      let page = SecretRoute.page(Int(url.lastPathComponent) ?? 0)
      let routes: [SecretRoute] =
        switch kind {
        case "two": [.page(0), page]
        case "top": [.page(4), page]
        case "code": [.page(1), .code(url.lastPathComponent), .page(2)]
        default: [page]
        }
      try #require(kind == "join" || !account.isEmpty, place)
      let tab: InterleavingTests.Tab? =
        switch kind {
        case "join": nil
        case "one", "code": .one
        case "two", "top": .two
        default: .three
        }
      let name = tab.map { "tab:tabs.\($0.rawValue)" } ?? "signIn"
      if let tab { selections[account] = tab }
      var model = stacks[account, default: [:]][name] ?? InterleavingTests.Model()
      if kind != "top" {
        model.path = routes
      } else if model.path.suffix(routes.count) != routes[...] {
        model.path += routes
      }
      stacks[account, default: [:]][name] = model
    }
  }
}
