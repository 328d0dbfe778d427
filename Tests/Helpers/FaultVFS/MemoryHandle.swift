import CSQLite
import Foundation

/// An open file of a ``MemoryDisk``.
final class MemoryHandle {
  let disk: MemoryDisk
  let file: MemoryFile
  private let deletesPath: String?

  // All guarded by `disk.lock`.
  private var level: Int32 = 0
  private var usesRegions = false
  private var sharedSlots = 0
  private var exclusiveSlots = 0

  init(disk: MemoryDisk, file: MemoryFile, deletesPath: String?) {
    self.disk = disk
    self.file = file
    self.deletesPath = deletesPath
  }

  func close() {
    unmapRegions()
    _ = unlock(to: 0)
    if let deletesPath { _ = disk.delete(deletesPath) }
  }

  // MARK: Bytes

  func read(_ out: UnsafeMutableRawPointer, count: Int, offset: Int) -> Int32 {
    disk.lock.withLock {
      let there = max(0, min(count, file.bytes.count - offset))
      if there > 0 {
        file.bytes.withUnsafeBytes { bytes in
          guard let base = bytes.baseAddress else { return }
          out.copyMemory(from: base + offset, byteCount: there)
        }
      }
      guard there < count else { return SQLITE_OK }
      memset(out + there, 0, count - there)
      return 10 | (2 << 8)
    }
  }

  func write(_ source: UnsafeRawPointer, count: Int, offset: Int) -> Int32 {
    disk.lock.withLock {
      let missing = offset + count - file.bytes.count
      if missing > 0 { file.bytes.appendZeros(missing) }
      file.bytes.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { ($0 + offset).copyMemory(from: source, byteCount: count) }
      }
      return SQLITE_OK
    }
  }

  func truncate(to size: Int) -> Int32 {
    disk.lock.withLock {
      if size < file.bytes.count { file.bytes.removeLast(file.bytes.count - size) }
      return SQLITE_OK
    }
  }

  var size: Int {
    disk.lock.withLock { file.bytes.count }
  }

  // MARK: Locks of the file: <https://www.sqlite.org/lockingv3.html>

  func lock(to wanted: Int32) -> Int32 {
    disk.lock.withLock {
      guard wanted > level else { return SQLITE_OK }
      switch wanted {
      case SQLITE_LOCK_SHARED:
        guard file.pending == nil else { return SQLITE_BUSY }
        file.sharedCount += 1
      case SQLITE_LOCK_RESERVED:
        guard file.reserved == nil else { return SQLITE_BUSY }
        file.reserved = self
      default:
        guard file.pending == nil || file.pending === self else { return SQLITE_BUSY }
        guard file.reserved == nil || file.reserved === self else { return SQLITE_BUSY }
        file.pending = self
        level = SQLITE_LOCK_PENDING
        guard file.sharedCount == 1 else { return SQLITE_BUSY }
      }
      level = wanted
      return SQLITE_OK
    }
  }

  func unlock(to wanted: Int32) -> Int32 {
    disk.lock.withLock {
      guard wanted < level else { return SQLITE_OK }
      if file.pending === self { file.pending = nil }
      if file.reserved === self { file.reserved = nil }
      if wanted == 0, level > 0 { file.sharedCount -= 1 }
      level = wanted
      return SQLITE_OK
    }
  }

  var isReserved: Bool {
    disk.lock.withLock { file.reserved != nil }
  }

  // MARK: The WAL index

  func region(_ index: Int, size: Int, extends: Bool) -> UnsafeMutableRawPointer? {
    disk.lock.withLock {
      if !usesRegions {
        usesRegions = true
        file.regionUsers += 1
      }
      while extends, file.regions.count <= index {
        let region = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        memset(region, 0, size)
        file.regions.append(region)
      }
      return index < file.regions.count ? file.regions[index] : nil
    }
  }

  func lockSlots(_ first: Int, _ count: Int, flags: Int32) -> Int32 {
    disk.lock.withLock {
      let slots = first..<(first + count)
      if flags & SQLITE_SHM_UNLOCK != 0 {
        slots.forEach(releaseSlot)
        return SQLITE_OK
      }
      let isShared = flags & SQLITE_SHM_SHARED != 0
      for slot in slots {
        let own = sharedSlots & (1 << slot) != 0 ? 1 : 0
        let isOwn = exclusiveSlots & (1 << slot) != 0
        if file.indexExclusive[slot] && !isOwn { return SQLITE_BUSY }
        if !isShared && file.indexShared[slot] > own { return SQLITE_BUSY }
      }
      for slot in slots {
        releaseSlot(slot)
        if isShared {
          sharedSlots |= 1 << slot
          file.indexShared[slot] += 1
        } else {
          exclusiveSlots |= 1 << slot
          file.indexExclusive[slot] = true
        }
      }
      return SQLITE_OK
    }
  }

  func unmapRegions() {
    disk.lock.withLock {
      guard usesRegions else { return }
      (0..<8).forEach(releaseSlot)
      usesRegions = false
      file.regionUsers -= 1
      // The next connection rebuilds the WAL index, as on a real disk after the last process has
      // closed the database.
      if file.regionUsers == 0 { file.freeRegions() }
    }
  }

  private func releaseSlot(_ slot: Int) {
    let bit = 1 << slot
    if sharedSlots & bit != 0 { file.indexShared[slot] -= 1 }
    if exclusiveSlots & bit != 0 { file.indexExclusive[slot] = false }
    sharedSlots &= ~bit
    exclusiveSlots &= ~bit
  }
}
