import FaultVFS
import Foundation
import TestSupport

@testable import NavStore

/// Simulates a power loss after each recorded event that changes the disk, and checks images that
/// the disk may have after the power loss.
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

  /// The bytes of each file on the disk before the recording, by suffix.
  var files: [String: [UInt8]] = [:]

  /// Returns the store's content, which must be the same in an image as after one of the recorded
  /// steps.
  var answer: (NavStore) throws -> StoreLife.Answer = StoreLife.answer

  /// Checks about `images` images, in equal numbers after each event. If there are fewer images
  /// than events, the events are chosen at random. The images use each `Fate` of the unsynced
  /// changes in turn.
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
        // A killed process loses no acknowledged save, at any durability. A power loss may lose one
        // at `relaxed`.
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
