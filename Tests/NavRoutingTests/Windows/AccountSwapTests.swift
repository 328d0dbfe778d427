import TestSupport
import Testing

/// Two processes with windows of one scene for several accounts. The windows are replaced, used
/// after that, erased with their accounts, and killed with their processes, in random order or in
/// both processes at once.
@Suite("Several accounts in one scene") struct AccountSwapTests {
  @Test("No account's data is shown, saved or found under another account, or after its erasure")
  func generated() async throws {
    var random = SeededRandom.make()
    var counts = SwapWorld.Counts()
    for _ in 0..<(isSoak ? 1_000 : 12) {
      let start = SeededRandom(seed: random.next())
      let end = try await onOwnThread {
        var world = try SwapWorld(start)
        for _ in 0..<40 {
          try world.step()
          try world.checkShown()
        }
        try world.checkFile()
        return world.counts
      }
      counts.add(end)
    }
    // Checks that the runs had enough steps of each kind.
    #expect(counts.swaps > 20 && counts.erasures > 20 && counts.lateUses > 10, "\(counts)")
    #expect(counts.atOnce > 20 && counts.kills > 2 && counts.kept > 20, "\(counts)")
  }
}

/// Two processes, the windows that each has created for one scene, and the numbers that each
/// account must have.
private struct SwapWorld {
  struct Counts: Sendable {
    var (swaps, erasures, lateUses, atOnce, kills, kept) = (0, 0, 0, 0, 0, 0)

    mutating func add(_ other: Counts) {
      swaps += other.swaps
      erasures += other.erasures
      lateUses += other.lateUses
      atOnce += other.atOnce
      kills += other.kills
      kept += other.kept
    }
  }

  /// A window. Its process may use it even after another window has replaced it.
  private struct Window {
    let account: Int
    var isUsed = false

    /// Whether the account was erased after the first use of this window; `nil` if that isn't
    /// known.
    var isErased: Bool? = false
  }

  private enum Step {
    case window(Int)
    case use(Int, number: Int)
    case erase(Int)

    var line: String {
      switch self {
      case .window(let account): "window \(SwapWorld.accounts[account])"
      case .use(let window, let number): "use \(window) \(number)"
      case .erase(let account): "erase \(SwapWorld.accounts[account])"
      }
    }

    var number: Int? {
      if case .use(_, let number) = self { number } else { nil }
    }
  }

  /// An error for a number that must not exist but is found, or that is missing.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static let accounts = ["-", "ada", "bob"]

  private var random: SeededRandom
  private var steps: [String] = []
  private(set) var counts = Counts()
  private let folder: TemporaryFolder
  private var processes: [LineProcess] = []
  private var windows: [[Window]] = [[], []]

  /// The next number that a window shows. Its last digit is the index of the account.
  private var next = 1

  /// The erased numbers, which must never be found again.
  private var gone: Set<Int> = []
  private var live: [Set<Int>] = [[], [], []]

  /// For each account, whether it may be in the file.
  private var isInFile = [true, false, false]

  init(_ random: SeededRandom) throws {
    self.random = random
    folder = try TemporaryFolder(inMemory: true)
    for process in 0...1 {
      processes.append(try launch(process))
      try perform([(process, .window(0))])
    }
  }

  private func launch(_ process: Int) throws -> LineProcess {
    try LineProcess(
      "restore-crasher", ["swaps", folder.path()], commands: folder.path("commands-\(process)"))
  }

  mutating func step() throws {
    let process = Int.random(in: 0...1, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      processes[process].kill()
      processes[process] = try launch(process)
      windows[process] = []
      try perform([(process, .window(0))])
      counts.kills += 1
    case 1...5:
      try perform([(0, makeStep(0)), (1, makeStep(1))])
      counts.atOnce += 1
    default: try perform([(process, makeStep(process))])
    }
  }

  private mutating func makeStep(_ process: Int) -> Step {
    let last = windows[process].count - 1
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3: return use(last, process)
    case 4...5: return use(Int.random(in: 0...last, using: &random), process)
    case 6...7: return .window(Int.random(in: 0...2, using: &random))
    default: return .erase(Int.random(in: 0...2, using: &random))
    }
  }

  private mutating func use(_ window: Int, _ process: Int) -> Step {
    if window < windows[process].count - 1 { counts.lateUses += 1 }
    next += 1
    return .use(window, number: next * 10 + windows[process][window].account)
  }

  /// Sends the steps to their processes. Two steps run at the same time.
  private mutating func perform(_ steps: [(process: Int, step: Step)]) throws {
    self.steps.append(steps.map { "\($0.process): \($0.step.line)" }.joined(separator: ", "))
    for (process, step) in steps { try processes[process].send(step.line) }
    for (process, _) in steps { _ = try processes[process].receive() }
    // Concurrent steps have no order. Updates the expected numbers for uses first and for erasures
    // last. `note(erased:_:atOnceWith:)` handles a use that ran at the same time as the erasure.
    for case (let process, .use(let window, let number)) in steps { note(number, window, process) }
    for case (let process, .window(let account)) in steps {
      windows[process].append(Window(account: account))
      counts.swaps += 1
    }
    for case (let process, .erase(let account)) in steps {
      let used = steps.lazy.compactMap { $0.process == process ? nil : $0.step.number }.first
      note(erased: account, process, atOnceWith: used.map { $0 % 10 == account ? $0 : nil } ?? nil)
    }
  }

  private mutating func note(_ number: Int, _ window: Int, _ process: Int) {
    switch windows[process][window].isErased {
    case true?: gone.insert(number)
    case false?: live[windows[process][window].account].insert(number)
    case nil: break
    }
    windows[process][window].isUsed = true
    isInFile[windows[process][window].account] = true
  }

  /// Updates the expected numbers after an erasure. `number` is the number that the other process
  /// used at the same time, if any.
  private mutating func note(erased account: Int, _ process: Int, atOnceWith number: Int?) {
    counts.erasures += 1
    // The other process may have used the number after the erasure, so the number may or may not
    // exist.
    if let number { live[account].remove(number) }
    gone.formUnion(live[account])
    live[account] = []
    guard account > 0 else { return }
    // The other process is notified of the erasure only if the account was in the file. An unused
    // window of that process may or may not have read the account from the file.
    let knew = isInFile[account]
    isInFile[account] = number != nil
    for other in 0...1 {
      for index in windows[other].indices where windows[other][index].account == account {
        if other == process {
          windows[other][index].isErased = true
        } else if knew, windows[other][index].isErased == false {
          let isSure = windows[other][index].isUsed && number == nil
          windows[other][index].isErased = isSure ? true : nil
        }
      }
    }
  }

  /// Checks that every window shows only numbers of its own account.
  func checkShown() throws {
    for process in 0...1 {
      try processes[process].send("shown")
      let shown = try numbers(processes[process].receive())
      try require(shown.count == windows[process].count, "\(shown.count) windows")
      for (window, numbers) in zip(windows[process], shown) {
        try require(numbers.allSatisfy { $0 % 10 == window.account }, "shown: \(numbers)")
      }
    }
  }

  /// Checks that the file has every saved number of each account, no erased number, and no number
  /// of another account.
  mutating func checkFile() throws {
    for process in processes { try process.send("close") }
    for process in processes { _ = try process.receive() }
    let process = try launch(2)
    for (account, name) in Self.accounts.enumerated() {
      try process.send("found \(name)")
      let found = Set(try numbers(process.receive())[0])
      try require(found.allSatisfy { $0 % 10 == account }, "of another account: \(found)")
      try require(found.isDisjoint(with: gone), "erased: \(found.intersection(gone))")
      let lost = live[account].subtracting(found)
      try require(lost.isEmpty, "lost: \(lost)")
      counts.kept += live[account].count
    }
  }

  private func require(_ isTrue: Bool, _ what: @autoclosure () -> String) throws {
    guard !isTrue else { return }
    throw Failure(
      description: "\(what()), seed \(random.seed), after\n\(steps.joined(separator: "\n"))")
  }

  private func numbers(_ answer: String) -> [[Int]] {
    answer.split(separator: " ").map {
      $0.dropFirst().dropLast().split(separator: ",").compactMap { Int($0) }
    }
  }
}
