import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
  private let folder: URL
  private let configuration: NavStore.Configuration
  private let state: Locked<State>

  private struct State {
    var store: NavStore
    var url: URL
    var launches = 1
  }

  /// How the process ends before the store is opened again.
  public enum Ending: Sendable, Hashable {
    /// The app closes its store: everything is in the file.
    case close

    /// The process is killed in this moment: the file is what is committed by now, and changes that
    /// still wait are lost. Call ``NavStore/flush()`` before, where a test depends on them. A stack
    /// that was shown and not confirmed counts as a crash at launch, however long the test took: see
    /// ``NavStore/NavStore/RestoreGuard``.
    case kill
  }

  /// Opens a fresh store. Costs a few milliseconds.
  ///
  /// - Throws: ``NavStore/Error``, as ``NavStore/init(url:configuration:)``.
  public init(configuration: NavStore.Configuration = NavStore.Configuration())
    throws(NavStore.Error)
  {
    let name = "NavStoreTesting-\(UUID().uuidString)"
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    var configuration = configuration
    configuration.life = .frozen
    self.configuration = configuration
    let url = Self.url(in: folder, launch: 1)
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
  /// - Parameter ending: What came before.
  /// - Returns: The new ``store``.
  /// - Throws: ``NavStore/Error``, as ``NavStore/close()`` and
  ///   ``NavStore/init(url:configuration:)``. ``store`` is then still the one from before.
  @discardableResult
  public func reopen(after ending: Ending = .close) async throws(NavStore.Error) -> NavStore {
    let (old, oldURL, launch) = state.withLock { ($0.store, $0.url, $0.launches + 1) }
    var url = oldURL
    do {
      switch ending {
      case .close:
        try await old.close()
      case .kill:
        // The process lives on, and with it whatever the old store still has to write. So the new
        // launch gets the bytes of this moment, and the old store may write to its own.
        let copy = Self.url(in: folder, launch: launch)
        try old.withoutWriting { try Self.copy(oldURL, to: copy) }
        url = copy
        try? await old.close()
      }
    } catch {
      // A test may have closed it already.
      guard error.code == .closed else { throw error }
    }
    let store = try NavStore(url: url, configuration: configuration)
    state.withLock { $0 = State(store: store, url: url, launches: launch) }
    return store
  }

  private static func url(in folder: URL, launch: Int) -> URL {
    folder.appendingPathComponent("launch-\(launch)").appendingPathComponent("store.navstore")
  }

  /// The database and its log. The index of the log (`-shm`) is made anew from them.
  // NB: reading a file drops the locks that this process has on it. Nobody needs them any longer:
  // the old store is closed next, and no other opens its file.
  private static func copy(_ url: URL, to copy: URL) throws {
    let files = FileManager.default
    try files.createDirectory(
      at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    for suffix in ["", "-wal"] where files.fileExists(atPath: url.path + suffix) {
      try files.copyItem(atPath: url.path + suffix, toPath: copy.path + suffix)
    }
  }
}
