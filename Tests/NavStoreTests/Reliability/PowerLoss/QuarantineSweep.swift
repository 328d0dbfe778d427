import FaultVFS
import Foundation
import TestSupport

@testable import NavStore

/// Simulates power losses while a damaged store is quarantined and salvaged, and opens the
/// resulting disk images.
///
/// The recording contains SQLite's calls and the repair's own operations on files: written notes,
/// renames, deletions and syncs of the folder. After a power loss, the disk may have any subset of
/// the renames and deletions since the last sync of the folder.
struct QuarantineSweep {
  struct Report: CustomStringConvertible {
    var events = 0
    var images = 0
    var damagedImages = 0
    var faults: [String] = []

    var description: String {
      "\(images) images of \(events) events: \(damagedImages) with faults"
    }

    mutating func note(_ found: [String]) {
      images += 1
      if !found.isEmpty { damagedImages += 1 }
      if faults.count < 5 { faults += found }
    }
  }

  let damaged: DamagedStore
  let durability: NavStore.Durability
  private let path: String
  private(set) var events: [FaultVFS.Event]

  /// Records the file operations of an opening that quarantines the damaged store.
  init(_ damaged: DamagedStore, durability: NavStore.Durability, on vfs: FaultVFS) async throws {
    self.damaged = damaged
    self.durability = durability
    let folder = try DamageFolder()
    path = folder.path
    try damaged.write(to: folder)
    vfs.startRecording()
    let store = try Files.$listener.withValue({ vfs.note($0.event) }) {
      try folder.open {
        $0.vfs = vfs.name
        $0.durability = durability
        $0.renamesStrangers = damaged.isInOwnFolder
      }
    }
    events = vfs.takeRecording()
    try await store.close()
  }

  /// Removes the events selected by `isLost` from the recording, to plant a fault.
  mutating func lose(_ isLost: (FaultVFS.Event) -> Bool) {
    events.removeAll(where: isLost)
  }

  /// Checks about `count` images: half of them after renames, deletions and folder syncs, the other
  /// half after other events.
  func run(images count: Int, using random: inout SeededRandom) async throws -> Report {
    var report = Report()
    var disk = SimulatedDisk(path: path, files: damaged.files)
    report.events = events.count { SimulatedDisk.changesDisk($0) }
    let names = events.count { $0.changesNames }
    var (due, turn) = (0.0, 0)
    for (place, event) in events.enumerated() {
      disk.apply(event)
      guard SimulatedDisk.changesDisk(event) else { continue }
      let share = event.changesNames ? names : report.events - names
      due += Double(count) / 2 / Double(max(share, 1))
      while due >= 1 {
        due -= 1
        turn += 1
        let fate = SimulatedDisk.Fate.allCases[turn % SimulatedDisk.Fate.allCases.count]
        let folder = try DamageFolder()
        for (suffix, bytes) in disk.image(fate, using: &random) { try folder.write(bytes, suffix) }
        let found = try await damaged.faultsAtTheEnd(in: folder, durability: durability)
        report.note(found.map { "event \(place) of \(events.count), \(fate): \($0)" })
      }
    }
    return report
  }
}

extension FaultVFS.Event {
  fileprivate var changesNames: Bool {
    switch self {
    case .move, .delete, .syncFolder: true
    default: false
    }
  }
}

extension Files.Change {
  /// The event that a recording has for this change of a file.
  fileprivate var event: FaultVFS.Event {
    switch self {
    case .made(let path): .open(path: path, role: .other, creates: true)
    case .wrote(let path, let bytes): .write(path: path, offset: 0, bytes: bytes)
    case .synced(let path): .sync(path: path)
    case .moved(let path, let target): .move(path: path, to: target)
    case .removed(let path): .delete(path: path, syncsFolder: false)
    case .syncedFolder: .syncFolder
    }
  }
}
