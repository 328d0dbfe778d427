import ArgumentParser
import NavStore
import NavStoreInspection

struct PruneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Takes the oldest history, beyond an age and a number of visits.",
    discussion: """
      The file does not know the app's own retention: unless given, the library's defaults count, 90 days \
      and 100,000 visits. Visits that a stack or a list stands on stay. Says what will go and asks first; \
      --yes goes on without asking.

      Examples:
        navstore prune store.sqlite --dry-run
        navstore prune store.sqlite --age 30d --count none --yes
      """)

  @OptionGroup var store: StoreArgument
  @Option(help: "How old a visit may be (12h, 30d, 8w), or none for any age.")
  var age = AgeLimit.default
  @Option(help: "How many visits are kept, or none for any number.")
  var count = CountLimit.default
  @Flag(help: "Say what would go, and change nothing.") var dryRun = false
  @OptionGroup var consent: ConsentOption

  func run() async throws {
    var configuration = NavStore.Configuration.forTool
    configuration.retention = NavStore.Retention(
      age: age.seconds.map { .seconds(Int(clamping: $0)) }, count: count.count)
    let doomed = try await StoreCopy.with(store.file, configuration: configuration) { copy in
      try await copy.store.prune(dryRun: true)
    }
    guard doomed > 0 else { return try Output.line("Nothing is beyond that.") }
    try Output.line("To be taken: \(doomed.of("visit")).")
    if dryRun { return }
    try Consent.require(consent, for: "take it")
    let removed = try await OpenedStore.with(store.file, configuration: configuration) { store in
      try await store.prune()
    }
    try Output.line("Taken: \(removed.of("visit")).")
  }
}

/// The value of `--age`: the age beyond which visits are removed, or `none` for no limit.
struct AgeLimit: ExpressibleByArgument {
  let seconds: Int64?

  static let `default` = AgeLimit(seconds: 90 * 86_400)

  private init(seconds: Int64?) {
    self.seconds = seconds
  }

  init?(argument: String) {
    guard argument != "none" else {
      seconds = nil
      return
    }
    guard let age = Age(argument: argument) else { return nil }
    seconds = age.seconds
  }

  var defaultValueDescription: String { "90d" }
}

/// The value of `--count`: the number of visits that are kept, or `none` for no limit.
struct CountLimit: ExpressibleByArgument {
  let count: Int?

  static let `default` = CountLimit(count: 100_000)

  private init(count: Int?) {
    self.count = count
  }

  init?(argument: String) {
    guard argument != "none" else {
      count = nil
      return
    }
    guard let count = Int(argument), count >= 0 else { return nil }
    self.count = count
  }

  var defaultValueDescription: String { "100000" }
}
