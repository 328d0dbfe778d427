import Foundation
import NavStore

/// Calls that an app's main thread makes, and the longest time that each kind of call took.
///
/// The calls use another account than the account whose data the measured work removes. `control`
/// has the longest write of a thread that writes and syncs a file of its own at about the rate of
/// the calls. This write shows the part of the waits that the disk and the scheduler cause.
struct Calls {
  private(set) var save = Longest()
  private(set) var restore = Longest()
  private(set) var menu = Longest()
  private(set) var scenes = Longest()
  private(set) var value = Longest()
  private(set) var control = Longest()

  static let columns = "rounds | control | save | restore | menu | scenes | value"
  static let account = "eve"

  /// The minimum number of rounds. A round makes each call once and then sleeps half a millisecond.
  static let fewest = 1_000

  var text: String {
    (["\(save.count)"] + [control, save, restore, menu, scenes, value].map(\.text))
      .joined(separator: " | ")
  }

  /// Makes the calls on `store` in rounds until `isDone` is set, at least ``fewest`` and at most
  /// 100,000 rounds.
  static func make(of store: NavStore, beside folder: URL, until isDone: Flag) throws -> Calls {
    var calls = Calls()
    let control = try Control(folder)
    let session = try store.session(of: Waits.Page.self, in: "menu", account: account)
    for id in 0..<20 { session.push(Waits.Page.make(id)) }
    while calls.save.count < fewest || (!isDone.isSet && calls.save.count < 100_000) {
      let number = calls.save.count
      let scene = NavScene(id: "scene \(number % 200)")
      calls.save.time {
        try store.save(
          [Waits.Page.make(number), Waits.Page.make(number + 1)], in: scene, account: account)
      }
      calls.restore.time {
        let scene = NavScene(id: "scene \((number * 7) % 200)")
        _ = try store.restore(Waits.Page.self, in: scene, account: account)
      }
      calls.menu.time { _ = session.backForwardMenu }
      calls.scenes.time { _ = try store.openScenes() }
      calls.value.time {
        try session.setVisitState(number, named: "scroll")
        _ = try session.visitState(Int.self, named: "scroll")
      }
      usleep(500)
    }
    calls.control = control.stop()
    return calls
  }
}

/// Writes 8 KiB every half millisecond to a file that nothing else uses, on a thread of its own.
/// Syncs the file after each 1.6 MB, because a checkpoint also syncs after about that amount.
private final class Control: @unchecked Sendable {
  private let isOver = Flag()
  private let hasEnded = DispatchSemaphore(value: 0)
  private var longest = Longest()

  init(_ folder: URL) throws {
    let url = folder.appendingPathComponent("control-\(UUID().uuidString)")
    try Data().write(to: url)
    let file = try FileHandle(forWritingTo: url)
    Thread.detachNewThread { [self] in
      let bytes = Data(repeating: 7, count: 8_192)
      var writes = 0
      while !isOver.isSet {
        longest.time {
          try file.seek(toOffset: UInt64(writes % 1_000 * bytes.count))
          try file.write(contentsOf: bytes)
          if writes % 200 == 199 { try file.synchronize() }
        }
        writes += 1
        usleep(500)
      }
      try? FileManager.default.removeItem(at: url)
      hasEnded.signal()
    }
  }

  func stop() -> Longest {
    isOver.set()
    hasEnded.wait()
    return longest
  }
}

/// The longest time of one kind of call, in milliseconds, and the number of its calls that failed.
struct Longest {
  private(set) var count = 0
  private var longest = 0.0
  private var failures = 0
  private var firstFailure: (any Error)?

  var text: String {
    let text = String(format: "%.1f", longest)
    return firstFailure.map { "\(text), \(failures) of \(count) failed: \($0)" } ?? text
  }

  mutating func time(_ body: () throws -> Void) {
    let start = ContinuousClock.now
    do {
      try body()
    } catch {
      failures += 1
      firstFailure = firstFailure ?? error
    }
    longest = max(longest, (ContinuousClock.now - start).seconds * 1_000)
    count += 1
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}
