import Foundation
import TestSupport

@testable import reliability_worker

/// Several worker processes that use one store. Some are killed and restarted. Others are stopped
/// for a while, and keep any locks that they hold.
struct WorkerPool {
  private final class Slot {
    var process: SpawnedProcess?
    var acknowledged = 0
    var isDone = false
    var stoppedUntil: ContinuousClock.Instant?
  }

  let url: URL
  let transactions: Int
  var random: SeededRandom
  private(set) var kills = 0
  private(set) var stops = 0
  private(set) var busyCount = 0
  private(set) var faults: [String] = []
  private var slots: [Slot]

  /// The average time between two kills or stops, in milliseconds.
  private let pauseMilliseconds: Int

  init(
    url: URL, workers: Int, transactions: Int, pauseMilliseconds: Int, random: SeededRandom
  ) {
    self.url = url
    self.transactions = transactions
    self.pauseMilliseconds = pauseMilliseconds
    self.random = random
    slots = (0..<workers).map { _ in Slot() }
  }

  /// Runs the workers until each has completed `transactions` transactions. Blocks the calling
  /// thread.
  mutating func run() throws {
    let worker = try BuiltExecutable.named("reliability-worker")
    var nextEvent = ContinuousClock.now
    let limit = nextEvent + .seconds(3_600)
    while slots.contains(where: { !$0.isDone }), faults.isEmpty {
      for (number, slot) in slots.enumerated() where !slot.isDone {
        if slot.process == nil { slot.process = try start(worker, number) }
        listen(to: slot, number)
      }
      let now = ContinuousClock.now
      for slot in slots {
        // A worker that stopped itself can't be distinguished from a worker that waits. Therefore,
        // SIGCONT is sent to every worker at least every 300 ms.
        if let until = slot.stoppedUntil, now > until {
          slot.process?.signal(SIGCONT)
          slot.stoppedUntil = now + .milliseconds(300)
        }
      }
      if now > nextEvent {
        disturb(now)
        nextEvent = now + .milliseconds(Int.random(in: 1...2 * pauseMilliseconds, using: &random))
      }
      if now > limit { faults.append("not done after an hour") }
      usleep(500)
    }
    slots.forEach { $0.process = nil }
  }

  private mutating func start(_ worker: URL, _ number: Int) throws -> SpawnedProcess {
    var arguments = [
      "share", url.path, "worker=\(number)", "rounds=\(transactions)", "busy=100", "idle=20",
    ]
    // Makes about half of the workers stop themselves in one of SQLite's calls, where a worker
    // often holds a lock.
    if Bool.random(using: &random) {
      arguments.append("stop=\(Int.random(in: 1...1_000, using: &random))")
      stops += 1
    }
    slots[number].stoppedUntil = .now + .milliseconds(300)
    return try SpawnedProcess(worker, arguments)
  }

  private mutating func listen(to slot: Slot, _ number: Int) {
    guard let process = slot.process else { return }
    while let line = process.readLine(withinMilliseconds: 0) {
      if line == "busy" {
        busyCount += 1
      } else if line == "done" {
        slot.isDone = true
      } else if let count = Int(line) {
        if count < slot.acknowledged {
          faults.append("worker \(number) finds \(count) of \(slot.acknowledged) acknowledged")
        }
        slot.acknowledged = max(count, slot.acknowledged)
      } else {
        faults.append("worker \(number) prints \(line.prefix(200))")
      }
    }
    guard process.isAtEnd else { return }
    let status = process.waitUntilExit()
    if status & 0x7f != SIGKILL, status != 0 {
      faults.append("worker \(number) ended with \(status)")
    }
    slot.process = nil
  }

  private mutating func disturb(_ now: ContinuousClock.Instant) {
    guard let slot = slots.filter({ !$0.isDone }).randomElement(using: &random) else { return }
    if Bool.random(using: &random) {
      slot.process?.signal(SIGKILL)
      kills += 1
    } else {
      slot.process?.signal(SIGSTOP)
      slot.stoppedUntil = now + .milliseconds(Int.random(in: 1...250, using: &random))
      stops += 1
    }
  }
}
