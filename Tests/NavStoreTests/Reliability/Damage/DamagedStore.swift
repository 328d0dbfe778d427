import Foundation
import NavStoreSQLite
import Testing

@testable import NavStore

/// A damaged store, whose opening must quarantine its files, and the stacks that must be salvaged
/// from it.
struct DamagedStore {
  enum Kind: String, CaseIterable {
    /// A table is missing, and all stacks can be read. Some of their visits are only in the WAL.
    case tableMissing

    /// A table is missing, and a `.repair` file requests a check of the database at the next
    /// opening.
    case noted

    /// A table is missing, and three quarantined sets of files exist, which is the largest number
    /// that a repair keeps.
    case thirdTime

    /// A table is missing, and the payload of a route doesn't match its checksum, so that the
    /// salvaged stack ends below that route.
    case checksum

    /// The database has no valid header, and its WAL contains the first page. The store is in the
    /// library's own folder, where a file without a valid header also counts as a store.
    case noDatabase

    /// The database is empty, and a WAL and a journal exist. The WAL has only the changes since the
    /// last checkpoint, from which no stack can be salvaged.
    case empty

    /// A WAL exists, but no database.
    case logAlone
  }

  let kind: Kind

  /// The bytes of each file, by the suffix that its name adds to the path of the store.
  private(set) var files: [String: [UInt8]]

  /// The stacks, by scene, that the store must contain after the quarantine.
  var stacks: [String: [Page]] {
    switch kind {
    case .tableMissing, .noted, .thirdTime, .noDatabase:
      ["main": ["a", "b", "c"], "second": ["x"]]
    case .checksum: ["main": ["a", "b"], "second": ["x"]]
    case .empty, .logAlone: ["main": [], "second": []]
    }
  }

  var salvagedStacks: Int { stacks.values.count { !$0.isEmpty } }

  /// The number in the names of the quarantined files.
  var number: Int { kind == .thirdTime ? 4 : 1 }

  /// The files, by suffix, that must be quarantined with their bytes. Shared memory is excluded
  /// because it holds no data.
  var moved: [String: [UInt8]] { files.filter { ["", "-wal", "-journal"].contains($0.key) } }

  static func make(_ kind: Kind) async throws -> DamagedStore {
    let folder = try DamageFolder()
    let store = try await folder.openInUse()
    if kind == .checksum {
      try folder.edit(
        "UPDATE route SET payload = replace(payload, 'c', 'k') WHERE payload LIKE '%\"c\"%'")
    }
    try folder.edit("DROP TABLE progress")
    var image: StoreImage?
    try store.writer.sync { _ in image = StoreImage(of: folder.path) }
    let found = try #require(image)
    try #require((found.files["-wal"]?.count ?? 0) > 1_000)
    try await store.close()
    var damaged = DamagedStore(kind: kind, files: found.files)
    damaged.change()
    return damaged
  }

  private mutating func change() {
    switch kind {
    case .tableMissing, .checksum: break
    case .noted: files[".repair"] = []
    case .thirdTime:
      for number in 1...3 {
        for suffix in ["", "-wal"] {
          // Each old set begins with a store's header. A repair keeps a file with such a name if
          // the file may belong to another program.
          files[".corrupt-\(number)\(suffix)"] =
            (files[""] ?? []).prefix(100) + Array("set \(number)\(suffix)".utf8)
        }
      }
    case .noDatabase: files[""]?.replaceSubrange(..<100, with: repeatElement(7, count: 100))
    case .empty:
      files[""] = []
      files["-journal"] = Array(repeating: 0, count: 12) + Array(repeating: 5, count: 2_000)
    case .logAlone: files[""] = nil
    }
  }

  func write(to folder: DamageFolder) throws {
    for (suffix, bytes) in files { try folder.write(bytes, suffix) }
  }

  /// Returns the changes that opening the store makes to files without SQLite.
  func changes() throws -> [Files.Change] {
    let folder = try DamageFolder()
    try write(to: folder)
    let changes = Locked([Files.Change]())
    _ = try Files.$listener.withValue({ change in changes.withLock { $0.append(change) } }) {
      try open(folder, .relaxed)
    }
    return changes.withLock { $0 }
  }

  // MARK: Checks

  /// Returns each file that doesn't exist exactly once, under its original or its quarantined name.
  /// After each step of a repair, each file must exist exactly once.
  func faultsOnTheWay(in folder: DamageFolder) -> [String] {
    let contents = folder.contents()
    return moved.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.flatMap { suffix, bytes in
      let copies = contents.filter { $0.value == bytes }.keys.sorted()
      let names = ["store.sqlite" + suffix, "store.sqlite.corrupt-\(number)" + suffix]
      if copies.count == 1, names.contains(copies[0]) { return [String]() }
      return ["the file\(suffix) is \(copies), of \(contents.keys.sorted())"]
    }
  }

  /// Opens the store after interrupted repairs, and returns the faults of its stacks and files.
  /// `salvages` is `false` if two processes ended during the salvage, because the third repair
  /// skips it.
  func faultsAtTheEnd(
    in folder: DamageFolder, durability: NavStore.Durability = .relaxed, salvages: Bool = true
  ) async throws -> [String] {
    var faults: [String] = []
    let store: NavStore
    do {
      store = try open(folder, durability)
    } catch {
      return ["does not open: \(error)"]
    }
    for (scene, stack) in stacks where salvages {
      let found = try store.restore(Page.self, in: NavScene(id: scene)).path
      if found != stack { faults.append("\(scene) is \(found)") }
    }
    faults += try store.consistencyFaults()
    faults += setFaults(in: folder)
    try await store.close()
    let before = folder.contents()
    let again = try open(folder, durability)
    if again.openReport.needsAttention { faults.append("the second open needs attention") }
    try await again.close()
    if folder.contents().keys != before.keys { faults.append("the second open changes files") }
    return faults
  }

  /// Whether the store is in the library's own folder. In that folder, a file without a store's
  /// header also counts as a store.
  var isInOwnFolder: Bool { kind == .noDatabase }

  private func open(
    _ folder: DamageFolder, _ durability: NavStore.Durability
  ) throws -> NavStore {
    try folder.open {
      $0.durability = durability
      $0.renamesStrangers = isInOwnFolder
    }
  }

  /// Returns the faults of the quarantine. The set of files must be complete, and at most three
  /// sets may exist. No `.repair` or draft file may be left.
  private func setFaults(in folder: DamageFolder) -> [String] {
    let contents = folder.contents()
    var faults: [String] = []
    for (suffix, bytes) in moved where contents["store.sqlite.corrupt-\(number)\(suffix)"] != bytes
    {
      faults.append("the file\(suffix) is not in the set: \(contents.keys.sorted())")
    }
    let numbers = DamagedFile.numbers(besides: folder.path)
    let kept = number == 1 ? [1] : Set(number - 2...number)
    if numbers != kept { faults.append("the sets kept are \(numbers.sorted())") }
    let left = contents.keys.filter { $0.contains(".repair") || $0.contains(".draft") }
    if !left.isEmpty { faults.append("\(left) are left") }
    return faults
  }
}
