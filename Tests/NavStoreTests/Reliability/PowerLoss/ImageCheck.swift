import FaultVFS
import Foundation
import NavStoreSQLite
import TestSupport

@testable import NavStore

/// Opens disk images, each in a store of its own, and compares the store's content with the saved
/// data.
final class ImageCheck {
  enum Fault: Hashable {
    /// The store of the image can't be opened, or its content is not valid.
    case damaged(String)

    /// The store's content is not its content after any step that had begun before the power loss.
    case strange(String)

    /// The store of the image lacks a save that had returned before the power loss.
    case lost(String)
  }

  private let disk = MemoryDisk()
  private let folder: TemporaryFolder
  private var url: URL { folder.store }
  private let configuration: NavStore.Configuration
  private let answers: [StoreLife.Answer]
  private let answer: (NavStore) throws -> StoreLife.Answer
  private var seen: Set<Int> = []

  /// The number of images that were not opened, because an equal image with equal expectations was
  /// checked before.
  private(set) var repeated = 0

  /// Makes a check that opens the images with `configuration`, on a separate disk in memory.
  init(
    _ configuration: NavStore.Configuration, answers: [StoreLife.Answer],
    answer: @escaping (NavStore) throws -> StoreLife.Answer
  ) throws {
    self.answers = answers
    self.answer = answer
    var configuration = configuration
    configuration.vfs = disk.name
    configuration.quarantinesDamagedFile = false
    configuration.idleMilliseconds = 60_000
    self.configuration = configuration
    folder = try TemporaryFolder()
    try disk.makeStandIn(at: url)
  }

  /// Returns the fault of an image, or `nil`. `began` is the last step that had begun at the power
  /// loss. The image must have the store's content after one of the steps from `kept` to `began`.
  func fault(in image: [String: [UInt8]], kept: Int, began: Int) -> Fault? {
    guard isNew(image, kept, began) else {
      repeated += 1
      return nil
    }
    disk.load(Dictionary(uniqueKeysWithValues: image.map { (url.path + $0.key, $0.value) }))
    do {
      let store = try NavStore(url: url, configuration: configuration)
      let answer = try self.answer(store)
      let faults = try store.consistencyFaults()
      guard faults.isEmpty else { return .damaged(faults.joined(separator: "; ")) }
      if answers[kept...began].contains(answer) { return nil }
      return answers[...began].contains(answer) ? .lost("\(answer)") : .strange("\(answer)")
    } catch {
      return .damaged("\(error)")
    }
  }

  private func isNew(_ image: [String: [UInt8]], _ kept: Int, _ began: Int) -> Bool {
    var hasher = Hasher()
    hasher.combine(kept)
    hasher.combine(began)
    for (name, bytes) in image.sorted(by: { $0.key < $1.key }) {
      hasher.combine(name)
      hasher.combine(bytes.count)
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    return seen.insert(hasher.finalize()).inserted
  }
}
