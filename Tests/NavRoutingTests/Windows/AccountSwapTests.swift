import NavStore
import TestSupport
import Testing

@testable import NavRouting

/// Windows of one scene for several accounts, in two stores of one file: swapped, used late and erased in any
/// order. Both stores are in this process.
@MainActor
@Suite("Several accounts in one scene") struct AccountSwapTests {
  @Test("Nothing of an account is shown, saved or found under another one, or after it was erased")
  func generated() async throws {
    var random = SeededRandom.make()
    var (swaps, erasures, lateUses) = (0, 0, 0)
    for round in 0..<(isSoak ? 1_000 : 16) {
      var world = try SwapWorld(random)
      for step in 0..<40 {
        let place: Comment = "round \(round), step \(step), seed \(random.seed)"
        try await world.step()
        try world.checkShown(place)
      }
      try await world.checkFile("round \(round), seed \(random.seed)")
      (swaps, erasures, lateUses) = (
        swaps + world.swaps, erasures + world.erasures, lateUses + world.lateUses
      )
      random = world.random
    }
    // Otherwise the test would show little.
    #expect(swaps > 20 && erasures > 20 && lateUses > 10)
  }
}

/// Two stores of one file, each with the windows that were made for one scene.
@MainActor
private struct SwapWorld {
  typealias Faces = ErasedAccountTests.Faces

  /// A window and what the app has made in it. The app may use it late, when another window has taken its
  /// place.
  final class Made {
    let window: NavWindow
    let faces: Faces
    let account: Int

    /// Whether the account was erased since the window was first used.
    var isErased = false
    var isUsed = false

    @MainActor init(_ store: NavStore, account: Int) {
      window = NavWindow(scene: .main, account: SwapWorld.accounts[account], store: store)
      faces = Faces(in: window)
      self.account = account
    }
  }

  static let accounts = [nil, "ada", "bob"]

  var random: SeededRandom
  private(set) var (swaps, erasures, lateUses) = (0, 0, 0)
  private let folder: TemporaryFolder
  private let stores: [NavStore]
  private var made: [[Made]]

  /// The next number that is shown. Its last digit is its account.
  private var next = 1

  /// The numbers that must not be found any more, or ever.
  private var gone: Set<Int> = []
  private var live: [Set<Int>] = [[], [], []]

  init(_ random: SeededRandom) throws {
    self.random = random
    folder = try TemporaryFolder(inMemory: true)
    let url = folder.store
    stores = [try NavStore(url: url), try NavStore(url: url)]
    made = stores.map { [Made($0, account: 0)] }
  }

  mutating func step() async throws {
    let process = Int.random(in: 0...1, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3: try await use(made[process].last, process)
    case 4...5: try await use(made[process].randomElement(using: &random), process)
    case 6...7:
      made[process].append(Made(stores[process], account: Int.random(in: 0...2, using: &random)))
      swaps += 1
    default: try await erase(process)
    }
  }

  private mutating func use(_ window: Made?, _ process: Int) async throws {
    guard let window else { return }
    if window !== made[process].last { lateUses += 1 }
    next += 1
    let number = next * 10 + window.account
    window.faces.use(number)
    // A handler that asks for a router that the window did not have.
    window.window.router(NumberRoute.self, stack: "late \(number)").push(
      NumberRoute(number: number))
    try await stores[process].flush()
    window.isUsed = true
    if window.isErased { gone.insert(number) } else { live[window.account].insert(number) }
  }

  private mutating func erase(_ process: Int) async throws {
    let account = Int.random(in: 0...2, using: &random)
    erasures += 1
    if let key = Self.accounts[account] {
      try await stores[process].eraseAccount(key)
    } else {
      try await stores[process].eraseSignedOut()
    }
    gone.formUnion(live[account])
    live[account] = []
    guard account > 0 else { return }
    for (other, windows) in made.enumerated() {
      // Another process knows of the erasure only if it knew the account in the file.
      for window in windows where window.account == account && (other == process || window.isUsed) {
        window.isErased = true
      }
    }
  }

  /// Every window shows numbers of its own account only.
  func checkShown(_ place: Comment) throws {
    for window in made.joined() {
      let faces = window.faces
      let numbers =
        [
          faces.router, faces.tabs[.home], faces.tabs[.feed], faces.split.detail,
          faces.sheet.router,
        ]
        .flatMap { $0.path.map(\.number) }
        + [faces.split.selection.item, faces.columns.selection.item, faces.sheet.item?.number]
        .compactMap { $0 }
      try #require(numbers.allSatisfy { $0 % 10 == window.account }, "\(place): \(numbers)")
    }
  }

  /// Every account has numbers of its own only, and none that are gone.
  func checkFile(_ place: Comment) async throws {
    for store in stores { try await store.close() }
    let store = try folder.relaunch()
    for (account, key) in Self.accounts.enumerated() {
      var found = Set(
        try await store.history(of: NumberRoute.self, account: key).visits(limit: 10_000)
          .map(\.route.number))
      let faces = Faces(store, account: key)
      for router in [faces.router, faces.tabs[.home], faces.tabs[.feed], faces.split.detail] {
        found.formUnion(router.path.map(\.number))
      }
      found.formUnion([faces.split.selection.item, faces.sheet.item?.number].compactMap { $0 })
      try #require(found.allSatisfy { $0 % 10 == account }, "\(place): \(found)")
      try #require(found.isDisjoint(with: gone), "\(place): \(found.intersection(gone))")
    }
    try await store.close()
  }
}
