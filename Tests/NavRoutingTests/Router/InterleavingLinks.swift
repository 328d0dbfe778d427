import Foundation
import NavStore
import NavStoreTesting
import TestSupport
import Testing

@testable import NavRouting

extension InterleavingTests {
  /// The window's deep links, and their outcomes.
  @MainActor
  final class Links {
    private(set) var deep: NavDeepLinks<SecretRoute>

    /// What has become of links since somebody last asked.
    private(set) var outcomes:
      [(NavDeepLinks<SecretRoute>.Link, NavDeepLinks<SecretRoute>.Outcome)] = []

    /// The names of deliveries that were opened: none is opened twice.
    private var openedIDs: Set<String> = []
    private var lastID = 0
    private let clock = ManualClock()

    static let kinds = ["one", "two", "three", "top", "keep", "join", "code", "nowhere"]

    private static func all() -> NavDeepLinks<SecretRoute> {
      NavDeepLinks(schemes: ["app"]) {
        NavLinkPattern("one/{page}", SecretRoute.page).in("one").requiringSignIn()
        NavLinkPattern("two/{page}") { (page: Int) in [.page(0), .page(page)] }
          .in("two").requiringSignIn()
        NavLinkPattern("three/{page}", SecretRoute.page).in("three").requiringSignIn()
        NavLinkPattern("top/{page}") { (page: Int) in [.page(4), .page(page)] }
          .in("two").requiringSignIn().rule(atLaunch: .pushOnTop, whileRunning: .pushOnTop)
        NavLinkPattern("keep/{page}", SecretRoute.page)
          .in("three").requiringSignIn().rule(atLaunch: .keepStack)
        NavLinkPattern("join/{page}", SecretRoute.page).in("sign-in")
        NavLinkPattern("code/{text}") { (text: String) in [.page(1), .code(text), .page(2)] }
          .in("one").requiringSignIn()
      }
    }

    init() {
      deep = Self.all()
      relaunch(isSignedIn: false)
    }

    func relaunch(isSignedIn: Bool) {
      deep = Self.all()
      let clock = clock
      deep.clock = { clock.now }
      deep.onOutcome = { [unowned self] in outcomes.append(($0, $1)) }
      deep.isSignedIn = isSignedIn
    }

    func attach(
      to signIn: NavRouter<SecretRoute>, tabs: NavTabs<Tab, SecretRoute>?
    ) {
      deep.attach(to: signIn, as: "sign-in")
      for (tab, place) in zip(Tab.allCases, ["one", "two", "three"]) {
        guard let tabs else {
          deep.attach(to: nil, as: place)
          continue
        }
        deep.attach(to: tabs[tab], as: place) { [unowned tabs] in
          // Selecting the selected tab would go to its root.
          if tabs.selection != tab { tabs.selection = tab }
        }
      }
    }

    /// Opens a link: good or bad, named or not, now and then the last one again.
    func open(_ random: inout SeededRandom) {
      clock.advance(by: .seconds(Double.random(in: 0...3, using: &random)))
      let kind = Self.kinds.randomElement(using: &random) ?? "one"
      let page = Int.random(in: -1..<6, using: &random)
      let text = kind == "code" ? "never-on-disk" : page < 0 ? "no-number" : "\(page)"
      guard let url = URL(string: "app://\(kind)/\(text)") else { return }
      var id: String?
      if Bool.random(using: &random) {
        if Int.random(in: 0..<4, using: &random) > 0 { lastID += 1 }
        id = "never-on-disk \(lastID)"
      }
      deep.open(url, id: id)
    }

    /// What has become of links; each name is opened once at most.
    func take(_ place: Comment) throws
      -> [(NavDeepLinks<SecretRoute>.Link, NavDeepLinks<SecretRoute>.Outcome)]
    {
      defer { outcomes = [] }
      for (link, outcome) in outcomes {
        guard case .opened = outcome, let id = link.arrival.id else { continue }
        try #require(openedIDs.insert(id).inserted, place)
      }
      return outcomes
    }
  }
}

extension InterleavingTests.World {
  /// Does to the arrays what the links say they did.
  mutating func takeLinks(_ step: Int) throws {
    let place: Comment = "step \(step), seed \(random.seed)"
    for (link, outcome) in try links.take(place) {
      guard let url = link.url, let kind = url.host else { continue }
      let isBad = kind == "nowhere" || url.path == "/no-number"
      if case .refused(let refusal) = outcome {
        let isGivenUp = refusal.reason == .dropped
        try #require(isBad != isGivenUp, place)
      } else {
        try #require(!isBad, place)
      }
      guard case .opened(let routes) = outcome else { continue }
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
