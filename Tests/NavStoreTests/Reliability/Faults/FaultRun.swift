import FaultVFS
import Foundation
import NavStoreSQLite
import TestSupport

@testable import NavStore

/// A run of the steps of ``FaultScenario`` on a disk that fails. After the steps, repairs the disk,
/// repeats the steps from the first failed one on, and checks the file.
final class FaultRun {
  /// The content of the store after each step of a run without faults.
  private var expected: [StoreLife.Answer] = []
  private(set) var operations: [FaultVFS.Operation] = []

  private let steps: [FaultScenario.Step]
  private let vfs: FaultVFS
  private let disk = MemoryDisk()
  private let copy = MemoryDisk()
  private let folder: TemporaryFolder
  private var url: URL { folder.store }
  private var start: [String: [UInt8]] = [:]

  init(_ steps: [FaultScenario.Step] = FaultScenario.steps) async throws {
    self.steps = steps
    vfs = FaultVFS(over: disk.name)
    folder = try TemporaryFolder()
    try disk.makeStandIn(at: url)
    let store = try NavStore(url: url, configuration: configuration(on: disk.name))
    try await FaultScenario.prepare(store)
    start = disk.contents

    disk.load(start)
    vfs.reset()
    let seen = Locked<[FaultVFS.Operation]>([])
    vfs.setHook { operation in
      seen.withLock { $0.append(operation) }
      return .pass
    }
    let healthy = try NavStore(url: url, configuration: configuration(on: vfs.name))
    for step in steps {
      try await step.run(healthy)
      expected.append(try answer(in: disk.contents).answer)
    }
    operations = seen.withLock { $0 }
    vfs.reset()
  }

  /// Makes the disk fail at the call with the number `ordinal`, and returns the faults of the
  /// store's files. Returns `nil` if the steps make fewer calls.
  func faults(
    at ordinal: Int, as fault: FaultVFS.Fault, sticky: Bool
  ) async throws -> [String]? {
    disk.load(start)
    vfs.reset()
    vfs.fail(at: ordinal, as: fault, sticky: sticky)
    var faults: [String] = []
    var failed: [FaultScenario.Step] = []
    var store = opened(&faults)
    for step in steps {
      guard let store else {
        failed.append(step)
        continue
      }
      do {
        try await step.run(store)
      } catch {
        failed.append(step)
        note(error, in: step.name, &faults)
      }
    }
    guard vfs.operationCount >= ordinal else { return nil }

    // Checks the files as a process would leave them if it ended before the disk is repaired.
    try checkFile("before the repair", &faults)
    vfs.reset()
    if store == nil || !failed.contains(where: { $0.name == "close" }) { store = opened(&faults) }
    guard let store else { return faults + ["does not open after the repair"] }
    // Repeats the first failed step and all later steps, because the final stacks depend on their
    // order.
    let again = failed.first.flatMap { first in steps.firstIndex { $0.name == first.name } }
    for step in steps[(again ?? steps.count)...] where step.name != "close" {
      do {
        try await step.run(store)
      } catch {
        faults.append("\(step.name), repeated: \(error)")
      }
    }
    do {
      try await store.close()
    } catch {
      faults.append("closing after the repair: \(error)")
    }
    try checkFile("at the end", &faults, isEnd: true)
    let names = folder.names
    if names != ["store.sqlite"] { faults.append("files: \(names)") }
    return faults
  }

  private func opened(_ faults: inout [String]) -> NavStore? {
    do {
      let store = try NavStore(url: url, configuration: configuration(on: vfs.name))
      if store.openReport.quarantinedFile != nil { faults.append("quarantined") }
      if store.openReport.isNew { faults.append("opened as new") }
      return store
    } catch {
      note(error, in: "open", &faults)
      return nil
    }
  }

  private func configuration(on vfs: String) -> NavStore.Configuration {
    var configuration = NavStore.Configuration()
    configuration.vfs = vfs
    let clock = ManualClock()
    configuration.clock = { clock.now }
    configuration.retention = .unlimited
    configuration.idleMilliseconds = 3_600_000
    configuration.busyTimeout = .zero
    return configuration
  }

  /// The reasons of an error that the library may report for a failing disk.
  private static let reasons: [NavStore.Error.Reason] = [
    .inputOutput, .diskFull, .unreadable, .eraseUnfinished,
  ]

  private func note(_ error: any Error, in step: String, _ faults: inout [String]) {
    if let error = error as? NavStore.Error, Self.reasons.contains(error.reason) { return }
    faults.append("\(step): \(error)")
  }

  private func checkFile(_ moment: String, _ faults: inout [String], isEnd: Bool = false) throws {
    do {
      let found = try answer(in: disk.contents)
      if !found.faults.isEmpty { faults.append("\(moment): \(found.faults)") }
      let allowed = isEnd ? [expected[expected.count - 1]] : expected
      for (place, stack) in found.answer.stacks.enumerated()
      where !allowed.contains(where: { $0.stacks[place] == stack }) && (isEnd || !isOld(stack)) {
        faults.append("\(moment): stack \(place) is \(stack)")
      }
      if isEnd, found.answer.value != expected.last?.value { faults.append("\(moment): the value") }
    } catch {
      faults.append("\(moment): \(error)")
    }
  }

  /// Whether the stack is one of the stacks that ``FaultScenario`` saves before its first step.
  private func isOld(_ stack: [String]) -> Bool {
    [["a", "b", "c"], ["x"], ["visit 7"]].contains(stack)
  }

  /// Opens a store on a copy of the files. Returns the store's content and the faults of its file.
  private func answer(
    in files: [String: [UInt8]]
  ) throws -> (answer: StoreLife.Answer, faults: [String]) {
    copy.load(files)
    var configuration = configuration(on: copy.name)
    configuration.quarantinesDamagedFile = false
    let store = try NavStore(url: url, configuration: configuration)
    return (try StoreLife.answer(of: store), try store.consistencyFaults())
  }
}
