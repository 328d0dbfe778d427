import Foundation
import NavRouting
import NavStoreInspection

/// Creates sample stores with NavStore's public API. Their content is the same in each run.
public enum SampleStore {
  /// Fills a store with `visits` visits of a simulated user of a shop.
  ///
  /// The user has several windows, stacks and accounts, and goes back often, which makes branches.
  public static func fill(_ url: URL, visits: Int) async throws {
    let clock = SampleClock(start: 1_767_225_600)
    let store = try NavStore(url: url, configuration: configuration(clock))
    var random = SampleRandom(state: 42)
    let places: [(scene: String, stack: String, account: String?)] = [
      ("main", "", nil), ("main", "search", nil), ("main", "", "anna"), ("window-2", "", "anna"),
      ("window-2", "orders", "anna"), ("tablet", "", "ben"), ("main", "", "ben"),
    ]
    var stacks = places.map { place in
      SampleStack(
        store: store, scene: place.scene, stack: place.stack, account: place.account,
        title: \SampleRoute.title)
    }
    var made = 0
    var index = 0
    while made < visits {
      if random.below(12) == 0 { index = random.below(stacks.count) }
      clock.advance(seconds: random.below(30) == 0 ? random.below(40_000) : random.below(60))
      let depth = stacks[index].path.count
      let goesBack = depth > 0 && random.below(10) < (depth > 8 ? 8 : 4)
      if goesBack {
        stacks[index].pop(random.below(10) == 0 ? depth : 1 + random.below(2))
      } else {
        stacks[index].path.append(random.route)
        made += 1
      }
      try await stacks[index].save()
    }
    await MainActor.run { NavWindow(scene: "tablet", store: store).close() }
    try store.setSceneValue("orders", named: "tab", in: "main")
    try await store.close()
  }

  /// Fills a store with real sessions of the Wikispeedia data set, each in a scene of its own.
  ///
  /// An article in a session is a push, and `<` is a pop.
  public static func fill(_ url: URL, sessions file: URL, limit: Int = .max) async throws {
    let clock = SampleClock(start: 0)
    let store = try NavStore(url: url, configuration: configuration(clock))
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.prefix(limit)
    var stack = SampleStack(store: store, scene: "", title: \ArticleRoute.title)
    for (index, line) in lines.enumerated() {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count > 3, let start = Int(columns[1]) else { continue }
      clock.set(seconds: start)
      (stack.scene, stack.path) = ("session-\(index + 1)", [])
      for step in columns[3].split(separator: ";") {
        if step == "<" {
          stack.pop(1)
        } else {
          stack.path.append(ArticleRoute(article: String(step)))
        }
        try await stack.save()
        clock.advance(seconds: 9)
      }
    }
    try await store.close()
  }

  /// Fills a store with one stack of `depth` screens, which is the stack of a user who never goes
  /// back.
  public static func fill(_ url: URL, depth: Int) async throws {
    let clock = SampleClock(start: 1_767_225_600)
    let store = try NavStore(url: url, configuration: configuration(clock))
    var path: [SampleRoute] = []
    for id in 1...max(1, depth) {
      clock.advance(seconds: 20)
      path.append(.product(id: id))
      try store.save(path, in: "main")
    }
    try await store.close()
  }

  /// Texts for titles and routes that try to become markup, scripts or control characters in the
  /// program that shows them.
  public static let hostileTexts = [
    "</script><script>window.hacked = 1</script>", "<img src=x onerror='window.hacked = 1'>",
    "<!--<script>", "]]>", "\" onmouseover=window.hacked=1 x=\"", "${window.hacked = 1}",
    "\u{202E}gpj.exe", "\u{2028}\u{2029}\n\t\u{0}\u{1B}[2J", "@@data@@", "@@nonce@@",
    "__proto__", "javascript:window.hacked=1", String(repeating: "W", count: 5_000),
    "👩‍👩‍👧‍👦 é \u{0301}\u{0301}\u{0301}", "#quot;\"]-->x[\"", "`\\u003c/script>`",
  ]

  /// Fills a store with two visits for each of ``hostileTexts``.
  ///
  /// The text is in the routes of its two visits, and in the title of the first one. The beginning
  /// of the text is the key of the scene, the stack and the account of both visits.
  public static func fillHostile(_ url: URL) async throws {
    let clock = SampleClock(start: 1_767_225_600)
    let store = try NavStore(url: url, configuration: configuration(clock))
    for text in hostileTexts {
      let scene = String(decoding: text.utf8.prefix(400), as: UTF8.self)
      var stack = SampleStack<ArticleRoute>(
        store: store, scene: scene, stack: String(scene.prefix(40)),
        account: String(scene.prefix(30)), title: { $0.article == text ? text : nil })
      stack.path.append(ArticleRoute(article: text))
      try await stack.save()
      clock.advance(seconds: 90_000)
      stack.path.append(ArticleRoute(article: "plain \(text)"))
      try await stack.save()
    }
    try await store.close()
  }

  private static func configuration(_ clock: SampleClock) -> NavStore.Configuration {
    var configuration = NavStore.Configuration()
    configuration.retention = .unlimited
    configuration.crashGuard = false
    configuration.clock = { clock.now }
    return configuration
  }
}

/// A stack of a sample store. `save` saves its path, and sets the title of the top screen's item.
private struct SampleStack<Route: NavRoute> {
  let store: NavStore
  var scene: String
  var stack = ""
  var account: String?
  let title: (Route) -> String?
  var path: [Route] = []
  private var titled: Set<Route> = []

  init(
    store: NavStore, scene: String, stack: String = "", account: String? = nil,
    title: @escaping (Route) -> String?
  ) {
    (self.store, self.scene, self.stack, self.account) = (store, scene, stack, account)
    self.title = title
  }

  mutating func pop(_ count: Int) {
    path.removeLast(min(count, path.count))
  }

  mutating func save() async throws {
    try store.save(path, in: NavScene(id: scene), stack: stack, account: account)
    guard let top = path.last, titled.insert(top).inserted, let title = title(top) else { return }
    try await store.history(of: Route.self, account: account).setTitle(title, for: top)
  }
}

extension ArticleRoute {
  /// The title of the article, which is its name without percent encoding and underscores.
  fileprivate var title: String? {
    (article.removingPercentEncoding ?? article).replacingOccurrences(of: "_", with: " ")
  }
}

/// The clock of a sample store, which changes only when the code that fills the store sets it.
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

/// A random generator with the same numbers in each run. It is a linear congruential generator with
/// Knuth's constants.
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
