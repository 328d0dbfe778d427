import NavRouting
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An app that makes windows of one scene for several accounts. Commands from its standard input
/// change the windows and erase the accounts.
///
///     restore-crasher swaps STORE
///
/// ``Command`` has the commands. The app answers each line of input with one line. The test gives
/// each account other numbers for its screens, so that a number in an answer tells its account.
@MainActor
struct Swaps {
  private let store: NavStore
  private var windows: [Screens] = []

  init(_ arguments: ArraySlice<String>) throws {
    guard let path = arguments.first, arguments.count == 1 else { throw Usage(argument: "swaps") }
    store = try NavStore(url: URL(fileURLWithPath: path))
  }

  mutating func run() async throws {
    // Waits for lines outside the main actor, because the app applies changes of other processes on
    // the main actor.
    let (lines, continuation) = AsyncStream<String>.makeStream()
    Task.detached {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
    for await line in lines {
      // Writes without `stdio`: `fflush(nil)` would wait for `readLine`, which holds the lock of
      // the standard input.
      let answer = Array("\(try await answer(Command(line)))\n".utf8)
      _ = write(STDOUT_FILENO, answer, answer.count)
    }
  }

  enum Command {
    /// Makes a window for this account, and shows its restored screens.
    case window(String?)

    /// Shows the screen with this number in every object of the window with this index, and saves
    /// the changes.
    case use(Int, number: Int)
    case erase(String?)

    /// Answers with a list for each window, which has the numbers of the screens that the window
    /// shows.
    case shown

    /// Answers with an account's numbers in the file: the numbers in its history, and the numbers
    /// that a new window of the account restores.
    case found(String?)
    case close

    init(_ line: String) throws {
      let words = line.split(separator: " ").map(String.init)
      let account = words.count > 1 && words[1] != "-" ? words[1] : nil
      switch (words.first, words.count) {
      case ("window", 2): self = .window(account)
      case ("use", 3):
        guard let window = Int(words[1]), let number = Int(words[2]) else {
          throw Usage(argument: line)
        }
        self = .use(window, number: number)
      case ("erase", 2): self = .erase(account)
      case ("shown", 1): self = .shown
      case ("found", 2): self = .found(account)
      case ("close", 1): self = .close
      default: throw Usage(argument: line)
      }
    }
  }

  private mutating func answer(_ command: Command) async throws -> String {
    switch command {
    case .window(let account):
      windows.append(Screens(store, account: account))
      return "made"
    case .use(let window, let number):
      windows[window].use(number)
      try await store.flush()
      return "used"
    case .erase(let account?): try await store.eraseAccount(account)
    case .erase(nil): try await store.eraseSignedOut()
    case .shown: return windows.map { Self.list($0.numbers) }.joined(separator: " ")
    case .found(let account):
      let visits = try await store.history(of: Screen.self, account: account).visits(limit: 10_000)
      return Self.list(visits.map(\.route.id) + Screens(store, account: account).numbers)
    case .close:
      try await store.close()
      return "closed"
    }
    return "erased"
  }

  private static func list(_ numbers: [Int]) -> String {
    "[\(numbers.map(String.init).joined(separator: ","))]"
  }
}

/// A window with one object of each kind: a router, tabs, split views and a sheet.
@MainActor
private struct Screens {
  enum Tab: String, Codable, Hashable, Sendable { case home, feed }

  struct Selection: Codable, Hashable, Sendable { var item: Int? }

  private let window: NavWindow
  private let router: NavRouter<Screen>
  private let tabs: NavTabs<Tab, Screen>
  private let split: NavSplit<Selection, Screen>
  private let columns: NavSplit<Selection, Screen>
  private let sheet: NavPresentation<Screen>

  init(_ store: NavStore, account: String?) {
    window = NavWindow(scene: .main, account: account, store: store)
    router = NavRouter(in: window)
    tabs = NavTabs(.home, in: window)
    split = NavSplit(Selection(), in: window)
    columns = NavSplit(Selection(), in: window, named: "columns", keepsDetails: true)
    sheet = NavPresentation("sheet", in: window, restores: true)
  }

  /// Shows a screen with this number in each object of the window, and in a new router.
  func use(_ number: Int) {
    let screen = Screen(id: number)
    _ = window.backForward.canGoBack
    router.push(screen)
    tabs.selection = .feed
    tabs[.feed].push(screen)
    split.select(Selection(item: number), path: [screen])
    split.columnVisibility = .all
    columns.select(Selection(item: number), path: [screen])
    sheet.present(screen, path: [screen])
    window.router(Screen.self, stack: "late \(number)").push(screen)
  }

  var numbers: [Int] {
    [router, tabs[.home], tabs[.feed], split.detail, columns.detail, sheet.router]
      .flatMap { $0.path.map(\.id) }
      + [split.selection.item, columns.selection.item, sheet.item?.id].compactMap { $0 }
  }
}
