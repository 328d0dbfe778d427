import NavStore
import NavStorePlatform

/// A store in a file of a test's own, which can be opened again as a relaunched app would.
///
/// ```swift
/// let temporary = try TemporaryStore()
/// try temporary.store.save([AppRoute.settings], in: "main")
/// let relaunched = try await temporary.reopen(after: .kill)
/// #expect(try relaunched.restore(AppRoute.self, in: "main").stack == [.settings])
/// ```
///
/// The file lies in a new folder among the temporary files; the folder is deleted with the value,
/// so keep the value as long as a store of it is in use.
public final class TemporaryStore: Sendable {
  package let folder: URL
  package let configuration: NavStore.Configuration

  /// The clock of the package's own tests; a store that others make has that of its configuration.
  package let clock: ManualClock
  private let state: Locked<State>

  private struct State {
    var store: NavStore
    var url: URL
    var kills = 0
  }

  /// How the process ends before the store is opened again.
  public enum Ending: Sendable, Hashable {
    /// The app closes its store: everything is in the file.
    case close

    /// The process is killed in this moment: the file is what is committed by now. What a session was
    /// told is; what a router was told in the turn that goes on is lost, and so are values that wait
    /// for an idle moment. ``/NavStore/NavStore/flush()`` writes all of it. A stack
    /// that was shown and not confirmed counts as a crash at launch, however long the test took: see
    /// ``/NavStore/NavStore/RestoreGuard``.
    case kill
  }

  /// Opens a fresh store. Costs a few milliseconds.
  ///
  /// - Throws: ``/NavStore/NavStore/Error``, as ``/NavStore/NavStore/init(url:configuration:)``.
  public convenience init(configuration: NavStore.Configuration = NavStore.Configuration())
    throws(NavStore.Error)
  {
    var configuration = configuration
    configuration.life = .frozen
    try self.init(
      configuration, clock: ManualClock(), in: FileManager.default.temporaryDirectory)
  }

  /// With the configuration as it is, and with its folder in `parent`.
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

  /// The store of the current launch.
  public var store: NavStore { state.withLock { $0.store } }

  /// The file of the current launch. A reopening after a kill moves to a copy.
  public var url: URL { state.withLock { $0.url } }

  /// Ends the current launch and opens the store again. Costs a few milliseconds, after a kill also
  /// a copy of the file.
  ///
  /// The store from before is closed: what is called on it later throws `closed`, and its live
  /// sessions go on in memory only. Not to be called from two tasks at once.
  ///
  /// - Parameters:
  ///   - ending: What came before.
  ///   - isolation: Whose turn it is, so that it goes on until the copy is made. Leave it as it is.
  /// - Returns: The new ``store``.
  /// - Throws: ``/NavStore/NavStore/Error``, as `close()` and
  ///   ``/NavStore/NavStore/init(url:configuration:)``. ``store`` is then still the one from before.
  @discardableResult
  public func reopen(
    after ending: Ending = .close, isolation: isolated (any Actor)? = #isolation
  ) async throws(NavStore.Error) -> NavStore {
    let old = store
    switch ending {
    case .close:
      do {
        try await old.close()
      } catch {
        // A test may have closed it already.
        guard error.reason == .closed else { throw error }
      }
      let store = try NavStore(url: url, configuration: configuration)
      state.withLock { $0.store = store }
    case .kill:
      try reopenAfterKill()
      try? await old.close()
    }
    return store
  }

  /// As ``reopen(after:)`` after a kill, but the store from before stays open, on a file of its own:
  /// the new one has a copy.
  @discardableResult
  package func reopenAfterKill() throws(NavStore.Error) -> NavStore {
    let (old, oldURL, kills) = state.withLock { ($0.store, $0.url, $0.kills + 1) }
    var url = folder.appendingPathComponent("after-kill-\(kills)", isDirectory: true)
      .appendingPathComponent(oldURL.lastPathComponent, isDirectory: false)
    do {
      try old.withoutWriting { try Self.copy(oldURL, to: url) }
    } catch {
      // A test may have closed it already; then nobody writes to its file any longer.
      guard error.reason == .closed else { throw error }
      url = oldURL
    }
    let store = try NavStore(url: url, configuration: configuration)
    state.withLock { $0 = State(store: store, url: url, kills: kills) }
    return store
  }

  /// The database, its log and what was set aside. The index of the log (`-shm`) is made anew.
  // NB: reading a file drops the locks that this process has on it. No other process opens it.
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
