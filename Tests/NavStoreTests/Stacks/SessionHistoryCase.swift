import Testing

/// A test case of session history: moves and the list that results from them, mostly taken from
/// tests of other projects.
///
/// A location of a browser is a screen here. The first location in a source is the root screen
/// here, which cannot be replaced. If a source replaces its first location, the case pushes a
/// screen and replaces that screen.
struct SessionHistoryCase: Sendable, CustomTestStringConvertible {
  let what: String

  /// The project, and the file or test that the case comes from.
  let source: String
  let moves: [Move]

  /// The resulting entries of the list, with the current one in brackets. `·` is the root screen.
  let list: String

  /// The resulting path, bottom first.
  let trail: String

  var testDescription: String { "\(what) (\(source))" }

  init(_ what: String, _ source: String, _ moves: [Move], _ list: String, at trail: String) {
    self.what = what
    self.source = source
    self.moves = moves
    self.list = list
    self.trail = trail
  }

  static let all = own + webPlatform + jsdom + vueRouter + remixHistory + browsers

  private static let design = "ours"

  private static let own: [SessionHistoryCase] = [
    .init("A list begins at the root screen", design, [], "[·]", at: ""),
    .init(
      "A push after two steps back cuts both", design,
      [.push("a"), .push("b"), .push("c"), .go(-2), .push("x")], "· a [x]", at: "a/x"),
    .init(
      "A pop is a step back, and forward shows the screen again", design,
      [.push("a"), .push("b"), .pop, .forward], "· a [b]", at: "a/b"),
    .init(
      "Three at once are one entry; popping one of them inserts one", design,
      [.push("a", "b", "c"), .pop], "· [b] c", at: "a/b"),
    .init(
      "A pop of two moves to the nearest entry of that visit", design,
      [.push("a"), .pop, .push("a"), .push("b"), .pop(2)], "[·] a b", at: ""),
    .init(
      "The entry at the far end is still there after a replacement", design,
      [.push("a"), .push("b"), .push("c"), .go(-2), .replaceTop("x"), .go(2)],
      "· x b [c]", at: "a/b/c"),
    .init(
      "Another path is a new entry", design,
      [.push("a"), .push("b"), .update("a/c")], "· a b [c]", at: "a/c"),
    .init(
      "A shorter path is a step back", design,
      [.push("a"), .push("b"), .update("a")], "· [a] b", at: "a"),
  ]

  private static let wpt =
    "web-platform-tests: html/browsers/history/the-history-interface/"

  private static let webPlatform: [SessionHistoryCase] = [
    .init(
      "A push and a replacement add one entry", wpt + "combination_history_003.html",
      [.push("1"), .replaceTop("2")], "· [2]", at: "2"),
    .init(
      "A replacement replaces the pushed entry", wpt + "combination_history_001.html",
      [.push("1"), .replaceTop("2"), .back, .forward], "· [2]", at: "2"),
    .init(
      "Back keeps the length", wpt + "combination_history_004.html",
      [.push("1"), .push("2"), .back], "· [1] 2", at: "1"),
    .init(
      "Back and forward keep the length", wpt + "combination_history_005.html",
      [.push("1"), .push("2"), .back, .forward], "· 1 [2]", at: "1/2"),
    .init(
      "Going by minus one keeps the length", wpt + "combination_history_006.html",
      [.push("1"), .push("2"), .go(-1)], "· [1] 2", at: "1"),
    .init(
      "Back and a push keep the length", wpt + "combination_history_007.html",
      [.push("1"), .push("2"), .back, .push("3")], "· 1 [3]", at: "1/3"),
    .init(
      "Going by minus one is back", wpt + "history_go_minus.html",
      [.push("1"), .push("2"), .go(-1)], "· [1] 2", at: "1"),
    .init(
      "Going by one is forward", wpt + "history_go_plus.html",
      [.push("1"), .push("2"), .back, .go(1)], "· 1 [2]", at: "1/2"),
    .init(
      "Going back to the pushed state, then to the start", wpt + "007.html",
      [.push("state1"), .push("state2"), .go(-1), .go(-1)], "[·] state1 state2", at: ""),
    .init(
      "A replacement is shown at once", wpt + "history_replacestate.html",
      [.push("0"), .replaceTop("1")], "· [1]", at: "1"),
  ]

  private static let jsdomFile = "jsdom: lib/jsdom/living/window/SessionHistory.js"

  private static let jsdom: [SessionHistoryCase] = [
    .init(
      "Below the first entry nothing happens", jsdomFile,
      [.push("a"), .push("b"), .go(-3)], "· a [b]", at: "a/b"),
    .init(
      "Beyond the last entry nothing happens", jsdomFile,
      [.push("a"), .push("b"), .back, .go(2)], "· [a] b", at: "a"),
    .init(
      "A new entry removes all entries after the current one", jsdomFile,
      [.push("a"), .push("b"), .push("c"), .go(-3), .push("d")], "· [d]", at: "d"),
    .init(
      "To the first entry and to the last", jsdomFile,
      [.push("a"), .push("b"), .go(-2), .go(2)], "· a [b]", at: "a/b"),
  ]

  private static let vueFile = "vue-router: packages/router/__tests__/history/memory.spec.ts"

  /// vue-router and remix-run/history limit a step beyond the list to the nearest entry. This
  /// library ignores such a step, as HTML and jsdom do.
  private static let vueRouter: [SessionHistoryCase] = [
    .init("Starts in nowhere", vueFile, [], "[·]", at: ""),
    .init("Can push", vueFile, [.push("somewhere")], "· [somewhere]", at: "somewhere"),
    .init(
      "Can replace", vueFile, [.push("x"), .replaceTop("somewhere")], "· [somewhere]",
      at: "somewhere"),
    .init(
      "Can go back, and back to the start", vueFile,
      [.push("foo"), .push("bar"), .go(-1), .go(-1)], "[·] foo bar", at: ""),
    .init(
      "The same location twice is two entries", vueFile,
      [.push("foo"), .push("foo"), .go(-1)], "· [foo] foo", at: "foo"),
    .init("Nothing happens with back at the only entry", vueFile, [.go(-1)], "[·]", at: ""),
    .init("Nothing happens with forward at the end", vueFile, [.go(1)], "[·]", at: ""),
    .init(
      "Back and forth", vueFile,
      [.push("foo"), .push("bar"), .go(-1), .go(-1), .go(1), .go(1)], "· foo [bar]",
      at: "foo/bar"),
    .init(
      "A push in the middle cuts, and forward then does nothing", vueFile,
      [.push("foo"), .push("bar"), .go(-1), .go(-1), .push("bar"), .go(1)], "· [bar]", at: "bar"),
    .init(
      "Out of range (clamped there)", vueFile,
      [.push("foo"), .push("bar"), .go(-5)], "· foo [bar]", at: "foo/bar"),
    .init(
      "Going by none changes nothing", vueFile,
      [.go(-1), .push("foo"), .go(1), .go(0)], "· [foo]", at: "foo"),
  ]

  private static let remix = "remix-run/history: packages/history/__tests__/TestSequences/"
  private static let remixMemory = "remix-run/history: packages/history/index.ts, memory history"

  private static let remixHistory: [SessionHistoryCase] = [
    .init("Push", remix + "PushNewLocation.js", [.push("home")], "· [home]", at: "home"),
    .init(
      "The same path pushed twice, and back", remix + "PushSamePath.js",
      [.push("home"), .push("home"), .back], "· [home] home", at: "home"),
    .init(
      "Back", remix + "GoBack.js", [.push("home"), .back], "[·] home", at: ""),
    .init(
      "Back and forward", remix + "GoForward.js", [.push("home"), .back, .forward], "· [home]",
      at: "home"),
    .init(
      "Replace twice", remix + "ReplaceNewLocation.js",
      [.push("x"), .replaceTop("home"), .replaceTop("x")], "· [x]", at: "x"),
    .init(
      "Replace by the same path", remix + "ReplaceSamePath.js",
      [.push("x"), .replaceTop("home"), .replaceTop("home")], "· [home]", at: "home"),
    .init(
      "A push after back removes all later entries", remixMemory,
      [.push("one"), .push("two"), .push("three"), .go(-2), .push("four")], "· one [four]",
      at: "one/four"),
    .init(
      "A replacement keeps the later entries", remixMemory,
      [.push("one"), .push("two"), .back, .replaceTop("three")], "· [three] two", at: "three"),
    .init(
      "Out of range (clamped there)", remixMemory, [.push("one"), .push("two"), .go(7)],
      "· one [two]", at: "one/two"),
  ]

  private static let chromium = "Chromium: docs/session_history.md"

  private static let browsers: [SessionHistoryCase] = [
    .init(
      "A new navigation after back prunes the forward entries", chromium,
      [.push("a"), .push("b"), .go(-2), .push("c")], "· [c]", at: "c"),
    .init(
      "A replacement after back keeps the forward entries", chromium,
      [.push("a"), .push("b"), .back, .replaceTop("c")], "· [c] b", at: "c"),
    .init(
      "The limit of fifty entries drops the oldest",
      "Chromium: content/public/common/content_constants.h; Firefox: modules/libpref/init/all.js",
      (1...53).map { .push(Page("p\($0)")) } + [.go(-49)],
      "[p4] " + (5...53).map { "p\($0)" }.joined(separator: " "), at: "p1/p2/p3/p4"),
  ]
}
