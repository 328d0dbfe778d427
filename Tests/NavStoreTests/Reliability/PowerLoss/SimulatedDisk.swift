import FaultVFS

/// A disk with one database's files, as SQLite's calls leave it: the durable content, and the
/// changes that are not durable yet.
///
/// The rules are SQLite's assumptions, without additional guarantees
/// (<https://www.sqlite.org/atomiccommit.html>, <https://www.sqlite.org/psow.html>):
/// - A write is durable once its file was synced. Before that, each of its sectors may be missing,
///   in any order, or hold garbage. Bytes outside the write are unchanged.
/// - The name of a new file is durable after a sync of its folder, or after the first sync of a new
///   journal or WAL. A deletion is durable only after a sync of the folder, which a delete requests
///   with `PRAGMA synchronous = EXTRA`.
/// - After a power loss, a renamed file has one of its two names. It has the new name for certain
///   only if its folder was synced after the rename, regardless of earlier renames.
struct SimulatedDisk {
  static let sector = 512

  enum Change {
    case write(offset: Int, bytes: [UInt8])
    case truncate(size: Int)
  }

  struct File {
    var durable: [UInt8] = []
    var pending: [Change] = []

    /// Whether the next sync of the file makes its name durable, as for a new journal or WAL.
    var syncsFolder = false
  }

  enum NameChange {
    case make(String, file: Int)
    case delete(String)

    /// A rename. After a power loss, the file has either the old name or the new one.
    case move(String, to: String, file: Int)
  }

  private(set) var files: [File] = []

  /// For each durable name, an index into `files`. The key is the suffix that the name adds to the
  /// database's path.
  private(set) var durableNames: [String: Int] = [:]
  private(set) var names: [String: Int] = [:]
  private(set) var pendingNames: [NameChange] = []

  private let path: String

  /// Makes a disk whose files, if any, are durable.
  init(path: String, files: [String: [UInt8]] = [:]) {
    self.path = path
    for (name, bytes) in files {
      names[name] = self.files.count
      self.files.append(File(durable: bytes))
    }
    durableNames = names
  }

  /// Whether a power loss after the event can leave other files than a power loss before it.
  static func changesDisk(_ event: FaultVFS.Event) -> Bool {
    switch event {
    case .write, .truncate, .delete, .sync, .move, .syncFolder: true
    case .open(_, let role, let creates): (creates && role != .other) || role == .database
    case .mark: false
    }
  }

  mutating func apply(_ event: FaultVFS.Event) {
    switch event {
    case .open(let path, let role, let creates):
      // A store creates the file of a database itself before SQLite opens it, so that SQLite's open
      // doesn't create it.
      guard creates || role == .database, let name = name(of: path), names[name] == nil
      else { return }
      names[name] = files.count
      pendingNames.append(.make(name, file: files.count))
      files.append(File(syncsFolder: role == .journal || role == .wal))
    case .write(let path, let offset, let bytes):
      change(path) { $0.pending.append(.write(offset: offset, bytes: bytes)) }
    case .truncate(let path, let size):
      change(path) { $0.pending.append(.truncate(size: size)) }
    case .sync(let path):
      guard let name = name(of: path), let file = names[name] else { return }
      for change in files[file].pending { Self.apply(change, to: &files[file].durable) }
      files[file].pending = []
      if files[file].syncsFolder { syncNames() }
      files[file].syncsFolder = false
    case .delete(let path, let syncs):
      guard let name = name(of: path), names.removeValue(forKey: name) != nil else { return }
      pendingNames.append(.delete(name))
      if syncs { syncFolder() }
    case .move(let path, let target):
      guard let name = name(of: path), let newName = self.name(of: target),
        let file = names.removeValue(forKey: name)
      else { return }
      names[newName] = file
      pendingNames.append(.move(name, to: newName, file: file))
    case .syncFolder: syncFolder()
    case .mark: break
    }
  }

  private mutating func syncFolder() {
    for change in pendingNames { Self.apply(change, to: &durableNames) }
    pendingNames = []
  }

  /// Makes the names of new files durable. A deletion or a rename stays pending.
  private mutating func syncNames() {
    var deleted: [NameChange] = []
    for change in pendingNames {
      if case .make = change {
        Self.apply(change, to: &durableNames)
      } else {
        deleted.append(change)
      }
    }
    pendingNames = deleted
  }

  private func name(of path: String) -> String? {
    path.hasPrefix(self.path) ? String(path.dropFirst(self.path.count)) : nil
  }

  private mutating func change(_ path: String, _ body: (inout File) -> Void) {
    guard let name = name(of: path), let file = names[name] else { return }
    body(&files[file])
  }

  static func apply(_ change: NameChange, to names: inout [String: Int]) {
    switch change {
    case .make(let name, let file): names[name] = file
    case .delete(let name): names[name] = nil
    case .move(let name, let newName, let file):
      if names[name] == file { names[name] = nil }
      names[newName] = file
    }
  }

  static func apply(_ change: Change, to bytes: inout [UInt8]) {
    switch change {
    case .truncate(let size):
      if size < bytes.count { bytes.removeLast(bytes.count - size) }
    case .write(let offset, let source):
      source.withUnsafeBytes { write($0, at: offset, to: &bytes) }
    }
  }

  /// Writes bytes, after filling any gap between the end of the file and `offset` with zeros.
  static func write(_ source: UnsafeRawBufferPointer, at offset: Int, to bytes: inout [UInt8]) {
    let missing = offset + source.count - bytes.count
    if missing > 0 { bytes.appendZeros(missing) }
    bytes.withUnsafeMutableBytes { target in
      target[offset..<(offset + source.count)].copyBytes(from: source)
    }
  }
}

extension UnsafeMutableRawBufferPointer.SubSequence {
  fileprivate func copyBytes(from source: UnsafeRawBufferPointer) {
    UnsafeMutableRawBufferPointer(rebasing: self).copyMemory(from: source)
  }
}
