import ArgumentParser
import NavStore

struct ForgetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Forgets an item, a kind, an account, or all history.",
    discussion: """
      Says what will go and asks first; --yes goes on without asking. What is forgotten is gone from \
      history, stacks, lists and selections. With --erase the command returns when its bytes are gone \
      from the file too. An app that has the store open meanwhile follows.

      --key and --kind take from one account: that of --account, else nobody's. --account alone takes \
      all that the account has, its stacks and values too. --everything takes everybody's history and \
      all closed scenes.

      Examples:
        navstore forget store.sqlite --key product-7
        navstore forget store.sqlite --kind search --account anna --erase
        navstore forget store.sqlite --account anna --erase --yes
        navstore forget store.sqlite --everything --dry-run
      """)

  @OptionGroup var store: StoreArgument
  @Option(help: "The history key of an item.") var key: String?
  @Option(help: "All items of a kind.") var kind: String?
  @Option(help: "Whose; alone: all that the account has. An empty key is nobody.")
  var account: String?
  @Flag(help: "All history of all accounts.") var everything = false
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

  private var scope: NavStore.Scope {
    if let key { return .item(key: key, account: account ?? "") }
    if let kind { return .kind(kind, account: account ?? "") }
    return everything ? .everything : .account(account ?? "")
  }

  private var takesMore: Bool { key == nil && kind == nil }

  func run() async throws {
    // On the copy it may just be done: that says exactly what will go.
    let (halfLife, preview) = try await StoreCopy.with(store.file) { copy in
      (copy.halfLifeMilliseconds, try await copy.store.forget(scope))
    }
    guard takesMore || preview.visits > 0 || preview.items > 0 else {
      return try Output.line("Nothing in the store is called that. Nothing was changed.")
    }
    try Output.line("To be \(erase ? "erased" : "forgotten"): \(text(preview)).")
    if dryRun { return }
    try Consent.require(consent, for: erase ? "erase it" : "forget it")
    let configuration = NavStore.Configuration.forLooking(halfLifeMilliseconds: halfLife)
    let removal = try await OpenedStore.with(store.file, configuration: configuration) { store in
      erase ? try await store.erase(scope) : try await store.forget(scope)
    }
    try Output.line("\(erase ? "Erased" : "Forgotten"): \(text(removal)).")
  }

  private func text(_ removal: NavStore.Removal) -> String {
    let counts = "\(removal.visits.of("visit")), \(removal.items.of("item"))"
    if everything { return counts + ", and all closed scenes" }
    return takesMore ? counts + ", and all stacks, lists and values of the account" : counts
  }
}
