import NavStore
import NavStorePlatform

/// A store in a temporary folder, for tests that end and relaunch the app.
///
/// ```swift
/// let temporary = try TemporaryStore()
/// try temporary.store.save([AppRoute.settings], in: "main")
/// let relaunched = try await temporary.relaunch(afterCrash: true)
/// #expect(try relaunched.restore(AppRoute.self, in: "main").path == [.settings])
/// ```
///
/// The folder is deleted when the object is deallocated, so keep the object for as long as its
/// store is in use.
public final class TemporaryStore: Sendable {
  package let folder: URL
  package let configuration: NavStore.Configuration

  /// The clock that the initializer was given, for the package's own tests.
  package let clock: ManualClock
  private let state: Locked<State>

  private struct State {
    var store: NavStore
    var url: URL
    var kills = 0
  }

  /// Creates a store in an empty folder. Costs a few milliseconds.
  ///
  /// - Parameters:
  ///   - configuration: The settings of the store, except for its folder, which is not used.
  ///   - clock: The clock of the store. The default is the system's.
  /// - Throws: The errors of ``/NavStore/NavStore/init(_:)``.
  public convenience init(
    _ configuration: NavStore.Configuration = .init(), clock: ManualClock? = nil
  ) throws(NavStore.Error) {
    var configuration = configuration
    configuration.life = .frozen
    if let clock { configuration.clock = { clock.now } }
    try self.init(
      configuration, clock: clock ?? ManualClock(), in: FileManager.default.temporaryDirectory)
  }

  /// Creates a store with exactly the given configuration, in a new folder inside `parent`.
  package init(
    _ configuration: NavStore.Configuration, clock: ManualClock, in parent: URL
  ) throws(NavStore.Error) {
    folder = parent.appendingPathComponent(
      "NavStoreTesting-\(UUID().uuidString)", isDirectory: true)
    self.configuration = configuration
    self.clock = clock
    let url = folder.appendingPathComponent("store.sqlite", isDirectory: false)
    let store = try NavStore(url: url, configuration: configuration)
    state = Locked(State(store: store, url: url))
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The store of the current launch: the one that was opened last.
  public var store: NavStore { state.withLock { $0.store } }

  /// The file of ``store``. A relaunch after a crash opens a copy of the file.
  package var url: URL { state.withLock { $0.url } }

  /// Ends the store as an exit or a crash does, and opens it again as a launch does. Costs a few
  /// milliseconds, plus a copy of the file after a crash.
  ///
  /// The old store is closed: its calls throw `closed`, and its routers work in memory. Two tasks
  /// must not call this method at the same time.
  ///
  /// After a crash the new store has the changes that were committed before the crash. Calls of a
  /// router in the current turn are lost, and so are values that are saved when the store is idle.
  /// To save these changes before the crash, call ``/NavStore/NavStore/flush()``. If a stack was
  /// shown less than five seconds before the crash, the crash counts as a crash at launch. In a
  /// test, this is always so, because the clock that measures the five seconds stands still.
  ///
  /// - Parameters:
  ///   - afterCrash: Whether the process is killed instead of exiting normally.
  ///   - isolation: The actor of the caller. The method runs on this actor until the file is
  ///     copied.
  /// - Returns: The new ``store``.
  /// - Throws: ``/NavStore/NavStore/Error``. ``store`` is then still the old one.
  @discardableResult
  public func relaunch(
    afterCrash: Bool = false, isolation: isolated (any Actor)? = #isolation
  ) async throws(NavStore.Error) -> NavStore {
    let old = store
    if afterCrash {
      try reopenAfterKill()
      try? await old.close()
      return store
    }
    do {
      try await old.close()
    } catch {
      // The test may have closed the store before this call.
      guard error.reason == .closed else { throw error }
    }
    let store = try NavStore(url: url, configuration: configuration)
    state.withLock { $0.store = store }
    return store
  }

  /// Opens a copy of the file, as after a crash. The store that was open before this call stays
  /// open on its own file.
  @discardableResult
  package func reopenAfterKill() throws(NavStore.Error) -> NavStore {
    let (old, oldURL, kills) = state.withLock { ($0.store, $0.url, $0.kills + 1) }
    var url = folder.appendingPathComponent("after-kill-\(kills)", isDirectory: true)
      .appendingPathComponent(oldURL.lastPathComponent, isDirectory: false)
    do {
      // The store writes nothing to its file while its writer's queue makes the copy.
      try old.writer.sync { _ in try Self.copy(oldURL, to: url) }
    } catch {
      // If the test has closed the store, its file no longer changes and needs no copy.
      guard error.reason == .closed else { throw error }
      url = oldURL
    }
    let store = try NavStore(url: url, configuration: configuration)
    state.withLock { $0 = State(store: store, url: url, kills: kills) }
    return store
  }

  /// Copies the database, its WAL and quarantined files, without the WAL's index (`-shm`).
  // NB: reading a file releases this process's locks on the file. The locks aren't needed, because
  // no other process opens the file.
  private static func copy(_ url: URL, to copy: URL) throws {
    let files = FileManager.default
    let (old, new) = (url.deletingLastPathComponent(), copy.deletingLastPathComponent())
    try files.createDirectory(at: new, withIntermediateDirectories: true)
    for name in try files.contentsOfDirectory(atPath: old.path)
    where name.hasPrefix(url.lastPathComponent) && !name.hasSuffix("-shm") {
      try files.copyItem(
        atPath: old.appendingPathComponent(name).path, toPath: new.appendingPathComponent(name).path
      )
    }
  }
}
