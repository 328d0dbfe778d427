import Dispatch
import NavStorePlatform
import NavStoreSQLite

/// The file in the folder of a configuration, and how to open it.
struct StandardFile {
  /// The location of the file; `nil` if the store is in memory.
  let url: URL?

  /// Whether the existing store is deleted before the file is opened.
  let isFresh: Bool
  private(set) var configuration: NavStore.Configuration

  init(_ configuration: NavStore.Configuration, isFresh: Bool = false) throws(NavStore.Error) {
    url = try configuration.folder.url()?
      .appendingPathComponent("NavStore.sqlite", isDirectory: false)
    self.isFresh = isFresh
    self.configuration = configuration
    self.configuration.renamesStrangers = configuration.folder.isOurs
  }

  /// The path of the file after links are resolved; `nil` if the store is in memory.
  var path: String? { url.map { Files.resolved($0.path) } }

  func open(waiting: Bool = true) throws(NavStore.Error) -> StoreFile {
    guard let url, let path else {
      return try StoreFile.openInMemory(configuration: configuration)
    }
    guard configuration.protectedData.isAvailable() else {
      throw NavStore.Error(
        .inputOutput, "The file is locked until the device is unlocked for the first time.")
    }
    var configuration = configuration
    if !waiting { configuration.busyTimeout = .zero }
    if isFresh { try DamagedFile.deleteStore(at: path, configuration: configuration) }
    return try StoreFile.open(url, configuration: configuration)
  }
}

// MARK: - Opening the file later

/// Until its file is opened, a store has no connection, as if it were suspended. Live stacks, lists
/// and values keep their changes, and reads throw the reason.
extension Writer {
  /// Whether the store could not open its file yet. Any thread may call it.
  var waitsForFile: Bool { report.withLock { $0.waitsForFile } }

  /// Tries to open the file each time that it may have become available.
  func watchForFile() {
    configuration.protectedData.whenAvailable { [weak self] in
      self?.queue.async { [weak self] in self?.readUnread() }
    }
    readLater()
  }

  /// Opens the file for the first time. Then reads the unread stacks and lists, and schedules a
  /// commit of the changes that were made before. On the writer's queue.
  func open(_ unopened: StandardFile) throws(NavStore.Error) -> Connection {
    let file = try unopened.open(waiting: false)
    self.unopened = nil
    didOpen(file.connection)
    report.withLock { $0 = file.report }
    ProblemLog.note("The store's file can be opened now. Changes made before are saved to it.")
    file.report.noteProblems()
    try? loadUnread(on: file.connection)
    notifyOfProblem([])
    queue.async { self.commitScheduled() }
    return file.connection
  }
}
