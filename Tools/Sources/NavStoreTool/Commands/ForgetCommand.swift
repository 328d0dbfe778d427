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

  /// The items or kind to forget; `nil` for an account or everything.
  private var scope: NavStore.Scope? {
    if let key { return .item(key: key, account: signedIn) }
    return kind.map { .kind($0, account: signedIn) }
  }

  private var erases: Bool { erase || scope == nil }

  func run() async throws {
    // The copy may be changed: that says exactly what will go.
    let (halfLife, preview) = try await StoreCopy.with(store.file) { copy -> (Int64, Counts) in
      (copy.halfLifeMilliseconds, try await self.preview(on: copy))
    }
    guard scope == nil || preview != Counts() else {
      return try Output.line("Nothing in the store is called that. Nothing was changed.")
    }
    try Output.line("To be \(erases ? "erased" : "forgotten"): \(text(preview)).")
    if dryRun { return }
    try Consent.require(consent, for: erases ? "erase it" : "forget it")
    let configuration = NavStore.Configuration.forLooking(halfLifeMilliseconds: halfLife)
    let counts = try await OpenedStore.with(store.file, configuration: configuration) {
      store -> Counts in
      try await remove(from: store) ?? preview
    }
    try Output.line("\(erases ? "Erased" : "Forgotten"): \(text(counts)).")
  }

  private struct Counts: Equatable {
    var visits = 0
    var items = 0

    init() {}

    init(_ removal: NavStore.Removal) {
      (visits, items) = (removal.visits, removal.items)
    }
  }

  private func preview(on copy: StoreCopy) async throws -> Counts {
    if let scope { return Counts(try await copy.store.forget(scope)) }
    var counts = Counts()
    for other in try copy.table.accounts() where everything || other.key == account {
      let key = other.key.isEmpty ? nil : other.key
      let removal = try await copy.store.forget(.all(account: key))
      counts.visits += removal.visits
      counts.items += removal.items
    }
    return counts
  }

  /// Returns what was removed, or `nil` if it is an account or everything.
  private func remove(from store: NavStore) async throws -> Counts? {
    if let scope {
      return Counts(erase ? try await store.erase(scope) : try await store.forget(scope))
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

  private func text(_ counts: Counts) -> String {
    let text = "\(counts.visits.of("visit")), \(counts.items.of("item"))"
    if everything { return text + ", and all stacks, lists, values and closed scenes" }
    return scope == nil ? text + ", and all stacks, lists and values of the account" : text
  }
}
