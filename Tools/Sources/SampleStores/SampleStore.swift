import Foundation
import NavStore

/// Stores with a lot in them, made with the public API, the same each time.
public enum SampleStore {
  /// Somebody wanders through a shop: several windows, tabs and accounts, with branches.
  public static func fill(_ url: URL, visits: Int) async throws {
    let clock = SampleClock(start: 1_767_225_600)
    let store = try NavStore(url: url, configuration: configuration(clock))
    var random = SampleRandom(state: 42)
    let places: [(scene: String, stack: String, account: String)] = [
      ("main", "", ""), ("main", "search", ""), ("main", "", "anna"), ("window-2", "", "anna"),
      ("window-2", "orders", "anna"), ("tablet", "", "ben"), ("main", "", "ben"),
    ]
    let sessions = try places.map {
      try store.session(
        of: SampleRoute.self, in: $0.scene, stack: $0.stack,
        account: $0.account.isEmpty ? nil : $0.account)
    }
    var made = 0
    var session = sessions[0]
    while made < visits {
      if random.below(12) == 0 { session = sessions[random.below(sessions.count)] }
      clock.advance(seconds: random.below(30) == 0 ? random.below(40_000) : random.below(60))
      let goesBack = session.depth > 0 && random.below(10) < (session.depth > 8 ? 8 : 4)
      if goesBack {
        session.pop(random.below(10) == 0 ? session.depth : 1 + random.below(2))
      } else {
        let route = random.route
        session.push(route)
        session.setTitle(route.title)
        made += 1
      }
      if made.isMultiple(of: 64) { try await store.flush() }
    }
    try store.closeScene("tablet")
    try store.setSceneValue("orders", named: "tab", in: "main")
    try await store.close()
  }

  /// Sessions of the Wikispeedia data set: an article is a push, `<` is a pop; a scene each.
  public static func fill(_ url: URL, sessions file: URL, limit: Int = .max) async throws {
    let clock = SampleClock(start: 0)
    let store = try NavStore(url: url, configuration: configuration(clock))
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.prefix(limit)
    for (index, line) in lines.enumerated() {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count > 3, let start = Int(columns[1]) else { continue }
      clock.set(seconds: start)
      let session = try store.session(of: ArticleRoute.self, in: "session-\(index + 1)")
      for step in columns[3].split(separator: ";") {
        if step == "<" {
          session.pop()
        } else {
          session.push(ArticleRoute(article: String(step)))
          let title = (step.removingPercentEncoding ?? String(step))
          session.setTitle(title.replacingOccurrences(of: "_", with: " "))
        }
        clock.advance(seconds: 9)
      }
      if index.isMultiple(of: 16) { try await store.flush() }
    }
    try await store.close()
  }

  /// Somebody who never goes back: one stack of so many screens.
  public static func fill(_ url: URL, depth: Int) async throws {
    let clock = SampleClock(start: 1_767_225_600)
    let store = try NavStore(url: url, configuration: configuration(clock))
    let session = try store.session(of: SampleRoute.self, in: "main")
    for id in 1...max(1, depth) {
      clock.advance(seconds: 20)
      session.push(.product(id: id))
    }
    try await store.close()
  }

  /// Titles and routes that mean harm to who shows them.
  public static let hostileTexts = [
    "</script><script>window.hacked = 1</script>", "<img src=x onerror='window.hacked = 1'>",
    "<!--<script>", "]]>", "\" onmouseover=window.hacked=1 x=\"", "${window.hacked = 1}",
    "\u{202E}gpj.exe", "\u{2028}\u{2029}\n\t\u{0}\u{1B}[2J", "@@data@@", "@@nonce@@",
    "__proto__", "javascript:window.hacked=1", String(repeating: "W", count: 5_000),
    "👩‍👩‍👧‍👦 é \u{0301}\u{0301}\u{0301}", "#quot;\"]-->x[\"", "`\\u003c/script>`",
  ]

  /// One visit for each of ``hostileTexts``, as title and as route, in scenes of such names.
  public static func fillHostile(_ url: URL) async throws {
    let clock = SampleClock(start: 1_767_225_600)
    let store = try NavStore(url: url, configuration: configuration(clock))
    for text in hostileTexts {
      let scene = String(decoding: text.utf8.prefix(400), as: UTF8.self)
      let session = try store.session(
        of: ArticleRoute.self, in: scene, stack: String(scene.prefix(40)),
        account: String(scene.prefix(30)))
      session.push(ArticleRoute(article: text))
      session.setTitle(text)
      clock.advance(seconds: 90_000)
      session.push(ArticleRoute(article: "plain \(text)"))
    }
    try await store.close()
  }

  private static func configuration(_ clock: SampleClock) -> NavStore.Configuration {
    var configuration = NavStore.Configuration()
    configuration.retention = .unlimited
    configuration.restoreGuard = nil
    configuration.clock = { clock.now }
    return configuration
  }
}

/// A clock that only the sample moves.
private final class SampleClock: @unchecked Sendable {
  private let lock = NSLock()
  private var seconds: Double

  init(start: Int) {
    seconds = Double(start)
  }

  var now: Date { lock.withLock { Date(timeIntervalSince1970: seconds) } }
  func advance(seconds more: Int) { lock.withLock { seconds += Double(more) } }
  func set(seconds time: Int) { lock.withLock { seconds = Double(time) } }
}

/// The same numbers in each run: an LCG with Knuth's constants.
private struct SampleRandom {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  var route: SampleRoute {
    mutating get {
      let product = below(60) * below(60)
      switch below(20) {
      case 0..<4: return .category(["kitchen", "garden", "shoes", "books", "light"][below(5)])
      case 4..<13: return .product(id: product)
      case 13..<16: return .review(product: product, number: 1 + below(4))
      case 16..<18: return .search(["lamp", "red chair", "tent for two", "gift", "sale"][below(5)])
      case 18: return .order(id: 1_000 + below(400))
      default: return .settings
      }
    }
  }
}
