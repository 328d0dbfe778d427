import NavStorePlatform

extension NavStore {
  /// The app's own store, in its own folder, opened on first use and shared by the process.
  ///
  /// To change the store's configuration, call ``configure(_:)`` before the first use. Opening the
  /// store never throws. If the file can't be opened, the app works with a store in memory. The
  /// file is left untouched for a launch that can open it. ``openProblem`` is the reason, and
  /// ``flush()`` and `close()` throw it. The `problem` of every router and window is set to the
  /// reason. The reason is written to the system log, in release builds too. A file at the store's
  /// path that was never a store is renamed, and never deleted.
  ///
  /// If the reason is temporary, the store opens its file as soon as that is possible.
  /// Temporary reasons are a full disk, a lock of another process, an I/O error, or a device that
  /// was not unlocked since its start. Until then, stacks and windows work in memory, and calls that
  /// read or change the file throw the reason. When the file is opened, the changes made before are
  /// saved to it. Stacks that were not changed are restored from the file, on screen too.
  ///
  /// | where | the folder |
  /// | --- | --- |
  /// | iOS, watchOS, visionOS, macOS | `Application Support/BUNDLE-IDENTIFIER/NavStore`, in the app's container if it has one; the program's name if there is no bundle |
  /// | tvOS | `Caches/BUNDLE-IDENTIFIER/NavStore`, because an app can write nowhere else on a device; the system may delete it while the app is not running |
  /// | Linux | `$XDG_DATA_HOME/PROGRAM/NavStore`, usually in `~/.local/share` ([XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)) |
  /// | Xcode's previews | none: in memory |
  /// | a process that runs XCTest or Swift Testing | none: in memory, unless the app configures it |
  ///
  /// On iOS, tvOS, watchOS and visionOS, the folder is readable from the first unlock after a
  /// restart of the device. On all Apple systems, the folder is excluded from backups. If the
  /// system refuses either attribute, the file is used anyway.
  ///
  /// A test with the trait `.navStore` of `NavStoreTesting` has a standard store of its own.
  ///
  /// For UI tests there are launch arguments. With `-NavStore memory`, the store is in memory, even
  /// if the app configures a file. With `-NavStore fresh`, the store deletes its saved data before
  /// it opens. A later launch without the argument restores the state that the launch with `fresh`
  /// has saved.
  public static var standard: NavStore { scoped ?? ofProcess }

  private static let ofProcess = openStandard(
    setUp.withLock { setUp in
      setUp.isUsed = true
      return setUp.configuration
    })

  /// The configuration of ``standard``, and whether that store is in use.
  private static let setUp = Locked<(configuration: Configuration?, isUsed: Bool)>((nil, false))

  /// The standard store of the running test, if it has one.
  @TaskLocal package static var scoped: NavStore?

  /// Opens the standard store with the app's configuration, or with the default one. The store is in
  /// memory if its file can't be opened.
  package static func openStandard(_ given: Configuration?) -> NavStore {
    let surroundings = Surroundings()
    if surroundings.hasUnknownArgument {
      ProblemLog.note("The launch argument -NavStore is followed by neither memory nor fresh.")
    }
    var configuration = given ?? Configuration()
    configuration.folder = surroundings.folder(insteadOf: given?.folder)
    do throws(NavStore.Error) {
      let file = try StandardFile(configuration, isFresh: surroundings.launchArgument == .fresh)
      do throws(NavStore.Error) {
        return NavStore(try file.open(), configuration: file.configuration)
      } catch  where configuration.protectedData.mayPass(error) {
        return NavStore(waitingFor: file, because: error)
      }
    } catch {
      var file = StoreFile.inMemory(configuration: configuration)
      file.report.fallbackReason = error
      return NavStore(file, configuration: configuration)
    }
  }

  /// Sets the configuration of ``standard``. Call it before the first use of that store.
  ///
  /// ```swift
  /// NavStore.configure(.init(folder: .appGroup("group.shop")))
  /// ```
  ///
  /// Opens nothing. The last call before the first use counts. In a process that runs tests, the
  /// standard store is in a file only if this function is called; otherwise, it is in memory.
  ///
  /// - Returns: `false` if the store is already in use; the call then has no effect and logs a
  ///   fault.
  @discardableResult
  public static func configure(_ configuration: Configuration) -> Bool {
    let isInTime = setUp.withLock { setUp in
      if !setUp.isUsed { setUp.configuration = configuration }
      return !setUp.isUsed
    }
    if !isInTime {
      ProblemLog.note(
        """
        NavStore.configure(_:) came after the first use of NavStore.standard: it has no effect. Call \
        it at the very beginning of the app.
        """, isFault: true)
    }
    return isInTime
  }
}
