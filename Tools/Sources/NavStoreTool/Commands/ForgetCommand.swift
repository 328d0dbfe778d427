import ArgumentParser
import NavStore

struct ForgetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Forgets an item, a kind, an account, or everything.",
    discussion: """
      Says what will go and asks first; --yes goes on without asking. What is forgotten is gone from \
      history, stacks, lists and selections. With --erase the command returns when its bytes are gone \
      from the file too. An app that has the store open meanwhile follows.

      --key and --kind take from one account: that of --account, else from signed-out use. --account \
      alone erases all that the account has, its stacks and values too. --everything erases all \
      accounts and all closed scenes. Both always wait for the bytes.

      Examples:
        navstore forget store.sqlite --key product-7
        navstore forget store.sqlite --kind search --account anna --erase
        navstore forget store.sqlite --account anna --yes
        navstore forget store.sqlite --everything --dry-run
      """)

  @OptionGroup var store: StoreArgument
  @Option(help: "The history key of an item.") var key: String?
  @Option(help: "All items of a kind.") var kind: String?
  @Option(
    help: "The account; alone: all that the account has. An empty key is signed-out use.")
  var account: String?
  @Flag(help: "All accounts, and signed-out use.") var everything = false
  @Flag(help: "Wait until the bytes are gone from the file.") var erase = false
  @Flag(help: "Say what would go, and change nothing.") var dryRun = false
  @OptionGroup var consent: ConsentOption

  func validate() throws {
    let scopes = [key != nil, kind != nil, everything].count { $0 }
    guard scopes == 1 || scopes == 0 && account != nil else {
      throw ValidationError("Give one of --key, --kind, --account and --everything.")
    }
    guard !everything || account == nil else {
      throw ValidationError("--everything takes from all accounts: leave out --account.")
    }
  }

  private var signedIn: String? { account == "" ? nil : account }

  /// The item or kind to forget; `nil` if the command erases an account or everything.
  private var scope: NavHistory<UnknownRoute>.Scope? {
    if let key { return .item(UnknownRoute(itemID: key)) }
    return kind.map { .kind($0) }
  }

  private var erases: Bool { erase || scope == nil }

  func run() async throws {
    // Forgets on a copy of the store first, to ask the user with the exact number of visits.
    let preview = try await StoreCopy.with(store.file) { try await self.preview(on: $0) }
    guard scope == nil || preview > 0 else {
      return try Output.line("Nothing in the store is called that. Nothing was changed.")
    }
    try Output.line("To be \(erases ? "erased" : "forgotten"): \(text(preview)).")
    if dryRun { return }
    try Consent.require(consent, for: erases ? "erase it" : "forget it")
    let visits = try await OpenedStore.with(store.file, configuration: .forTool) {
      store -> Int in
      try await remove(from: store) ?? preview
    }
    try Output.line("\(erases ? "Erased" : "Forgotten"): \(text(visits)).")
  }

  /// Forgets on a copy of the store, and returns the number of visits that were removed from it.
  private func preview(on copy: StoreCopy) async throws -> Int {
    if let scope { return try await history(of: copy.store, account: signedIn).forget(scope) }
    var visits = 0
    for other in try copy.table.accounts() where everything || other.key == account {
      let key = other.key.isEmpty ? nil : other.key
      visits += try await history(of: copy.store, account: key).forget(.all)
    }
    return visits
  }

  private func history(of store: NavStore, account: String?) -> NavHistory<UnknownRoute> {
    store.history(account: account)
  }

  /// Forgets or erases in the original store. Returns the number of removed visits, or `nil` if an
  /// account or everything was erased.
  private func remove(from store: NavStore) async throws -> Int? {
    if let scope {
      let history = history(of: store, account: signedIn)
      return erase ? try await history.erase(scope) : try await history.forget(scope)
    }
    if everything {
      try await store.eraseEverything()
    } else if let signedIn {
      try await store.eraseAccount(signedIn)
    } else {
      try await store.eraseSignedOut()
    }
    return nil
  }

  private func text(_ visits: Int) -> String {
    let text = visits.of("visit")
    if everything { return text + ", and all stacks, lists, values and closed scenes" }
    return scope == nil ? text + ", and all stacks, lists and values of the account" : text
  }
}

/// A stand-in for the route type of the app, which this program doesn't have. A removal by item
/// uses only its item identifier.
struct UnknownRoute: NavRoute {
  static var coding: NavCoding<UnknownRoute> { .codable(name: "navstore.unknown") }

  var itemID = ""

  var routeTraits: NavRouteTraits { NavRouteTraits(itemID: itemID) }
}
