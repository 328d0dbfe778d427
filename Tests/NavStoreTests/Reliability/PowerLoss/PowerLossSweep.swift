import FaultVFS
import Foundation
import TestSupport

@testable import NavStore

/// Simulates a power loss at every event of a recording, and checks images of the disk as it may be
/// afterwards.
struct PowerLossSweep {
  struct Report: CustomStringConvertible {
    var events = 0
    var images = 0
    var repeated = 0
    var faults: [ImageCheck.Fault] = []
    var counts = (damaged: 0, strange: 0, lost: 0)
    var duration = Duration.zero

    mutating func note(_ fault: ImageCheck.Fault?) {
      switch fault {
      case .damaged: counts.damaged += 1
      case .strange: counts.strange += 1
      case .lost: counts.lost += 1
      case nil: return
      }
      if let fault, faults.count < 5 { faults.append(fault) }
    }

    var isClean: Bool { counts == (0, 0, 0) }

    var description: String {
      let seconds = duration / .seconds(1)
      return """
        \(images) images of \(events) events (\(images - repeated) different), \
        \(Int(Double(images) / max(seconds, 0.001)))/s: \(counts.damaged) damaged, \
        \(counts.strange) strange, \(counts.lost) lost
        """
    }
  }

  let recording: StoreLife.Recording
  let configuration: NavStore.Configuration

  /// The files on the disk before the recording.
  var files: [String: [UInt8]] = [:]

  /// The query whose result each image must give.
  var answer: (NavStore) throws -> StoreLife.Answer = StoreLife.answer

  /// Checks about `images` images, in equal numbers for each event. If there are fewer images than
  /// events, the events are chosen at random. The fates take turns.
  func run(images: Int, using random: inout SeededRandom) throws -> Report {
    let start = ContinuousClock.now
    let check = try ImageCheck(configuration, answers: recording.answers, answer: answer)
    var disk = SimulatedDisk(path: recording.path, files: files)
    var report = Report()
    report.events = recording.events.count { SimulatedDisk.changesDisk($0) }
    let perEvent = Double(images) / Double(max(report.events, 1))
    var (began, acknowledged, turn) = (0, 0, 0)
    for event in recording.events {
      disk.apply(event)
      if case .mark(let step) = event {
        if step > 0 { began = step } else { acknowledged = -step }
      }
      guard SimulatedDisk.changesDisk(event) else { continue }
      var due = Int(perEvent)
      if Double.random(in: 0..<1, using: &random) < perEvent - Double(due) { due += 1 }
      for _ in 0..<due {
        turn += 1
        let fate = SimulatedDisk.Fate.allCases[turn % SimulatedDisk.Fate.allCases.count]
        let image = disk.image(fate, using: &random)
        report.images += 1
        // A killed process loses nothing at any durability.
        let keepsAll = recording.durability == .durable || fate == .kept
        report.note(
          check.fault(in: image, kept: keepsAll ? acknowledged : 0, began: began))
      }
    }
    report.repeated = check.repeated
    report.duration = .now - start
    return report
  }
}
