import Foundation
import TestSupport
import Testing

/// Kills the demo repeatedly from this process.
@Suite struct KillLoopTests {
  @Test("After a kill, the demo restores the state of its last line, or of the next command")
  func killLoop() async throws {
    let folder = try DemoFolder()
    let demo = try BuiltExecutable.named("navstore-demo")
    let seed = SeededRandom.make()
    let result = try await onOwnThread {
      var loop = KillLoop(folder: folder, demo: demo, random: seed)
      try loop.run(kills: isSoak ? 1_000 : 10)
      return (loop.kills, loop.commandCount, loop.unprintedCommits, loop.faults)
    }
    let (kills, commands, further, faults) = result
    print(
      "Killed the demo \(kills) times in \(commands) commands; \(further) times it came back one "
        + "command further than its last line: \(faults.count) faults")
    #expect(faults.isEmpty, "\(faults.prefix(3))")
    #expect(kills >= (isSoak ? 1_000 : 10))
  }
}

private struct KillLoop {
  let folder: DemoFolder
  let demo: URL
  var random: SeededRandom
  private(set) var kills = 0
  private(set) var commandCount = 0

  /// The number of launches that restored a change that was not printed before the kill.
  private(set) var unprintedCommits = 0
  private(set) var faults: [String] = []

  init(folder: DemoFolder, demo: URL, random: SeededRandom) {
    self.folder = folder
    self.demo = demo
    self.random = random
  }

  /// Kills the demo alternately after it has restored a state, and while it runs many commands.
  /// Compares each restored state with the possible states. Ends after `count` kills or at the
  /// first fault.
  mutating func run(kills count: Int) throws {
    // The states that the next launch may restore. They are the states after the last line that the
    // demo printed and after the next command.
    var possible = [DemoModel()]
    while kills < count, faults.isEmpty {
      guard let found = try restored(), possible.contains(found) else {
        faults.append("kill \(kills): none of the \(possible.count) possible states is restored")
        return
      }
      if found != possible[0] { unprintedCommits += 1 }
      possible = try lifetime(from: found)
    }
  }

  /// Starts the demo, returns the state that it restores, and kills it.
  ///
  /// Kills the demo only after it has run a command. By then, it has confirmed that it has shown
  /// the restored screen. Without this confirmation, the crash guard would skip the stack after two
  /// kills.
  private mutating func restored() throws -> DemoModel? {
    let input = try folder.write("stack\n", to: "look.in")
    let process = try SpawnedProcess(demo, ["--json", "--store", folder.store.path], input: input)
    let line = process.readLine()
    _ = process.readLine()
    process.signal(SIGKILL)
    process.waitUntilExit()
    kills += 1
    return try line.map { DemoModel(try decoded($0)) }
  }

  private func decoded(_ line: String) throws -> DemoRun.Line {
    try JSONDecoder().decode(DemoRun.Line.self, from: Data(line.utf8))
  }

  /// Starts the demo with many commands, and kills it. Returns the states that the next launch may
  /// restore.
  private mutating func lifetime(from start: DemoModel) throws -> [DemoModel] {
    var model = start
    var models = [model]
    var commands: [DemoModel.Command] = []
    for _ in 0..<200 {
      commandCount += 1
      let command = model.command(commandCount, using: &random)
      model.apply(command)
      models.append(model)
      commands.append(command)
    }
    let input = try folder.write(
      commands.map { $0.line + "\n" }.joined(), to: "\(UUID().uuidString).in")
    defer { try? FileManager.default.removeItem(atPath: input) }
    let process = try SpawnedProcess(
      demo, ["--json", "--store", folder.store.path], input: input)
    var lines: [String] = []
    if Int.random(in: 0..<4, using: &random) == 0 {
      usleep(.random(in: 0...30_000, using: &random))
    } else {
      let count = Int.random(in: 1...60, using: &random)
      while lines.count < count, let line = process.readLine() { lines.append(line) }
      usleep(.random(in: 0...500, using: &random))
    }
    process.signal(SIGKILL)
    lines += process.readLines()
    guard process.waitUntilExit() & 0x7f == SIGKILL else {
      return [model]
    }
    kills += 1
    for (index, line) in lines.enumerated() {
      // A kill may truncate the last line. The change of this line was committed before the line
      // was printed.
      guard let said = try? decoded(line) else { continue }
      if !said.ok || DemoModel(said) != models[index] || said.stack != models[index].stack {
        faults.append("line \(index) has another state than its command makes")
      }
    }
    // The first line reports the restored state, so the line of the last command has index
    // `lines.count - 1`.
    let last = max(0, lines.count - 1)
    return Array(models[last...min(last + 1, models.count - 1)])
  }
}
