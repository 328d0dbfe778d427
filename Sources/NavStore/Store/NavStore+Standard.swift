import NavStorePlatform

extension NavStore {
  /// The app's own store, in its own folder, opened on first use and shared by the process.
  ///
  /// ``setUp(_:)`` changes that, before the first use. Never throws: if the file can't be opened,
  /// the app works with a store in memory. ``OpenReport/fallbackReason`` is the reason, ``flush()``
  /// and `close()` throw it, the `problem` of every router and window is set to it, and the system
  /// log has it, in release builds too. The file is left untouched then, for a launch that can open
  /// it. A file there that was never a store is
  /// renamed, and never deleted.
  ///
  /// If the reason can pass, the store moves over to its file as soon as it does: the device has
  /// not been unlocked since it was started, as in a launch in the background, or the disk is full.
  /// What was changed meanwhile is saved then, on top of what the file has; stacks that nobody
  /// changed come back from the file, on screen too. Until then a call that
  /// would remove something from the file throws the reason too.
  ///
  /// | where | the folder |
  /// | --- | --- |
  /// | iOS, watchOS, visionOS, macOS | `Application Support/BUNDLE-IDENTIFIER/NavStore`, of the app's container if it has one; the program's name if there is no bundle |
  /// | tvOS | the same in `Caches`, since a device lets an app write nowhere else: the system may delete it while the app is not running |
  /// | Linux | `$XDG_DATA_HOME/PROGRAM/NavStore`, usually in `~/.local/share` ([XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)) |
  /// | Xcode's previews | none: in memory |
  /// | a process that runs XCTest or Swift Testing | none: in memory, unless the app sets it up |
  ///
  /// On iOS, tvOS, watchOS and visionOS the folder is readable from the first unlock after a restart
  /// on; on all of Apple's systems it is excluded from backups. If the system refuses either, the
  /// file is used all the same.
  ///
  /// For UI tests there are launch arguments: `-NavStore memory` works in memory, whatever else was
  /// set up; `-NavStore fresh` deletes what the store has saved before it opens it, so that a later
  /// launch without it comes back to what this one leaves.
  public static let standard: NavStore = {
    openStandard(StandardSetUp.use())
  }()

  /// The standard store of an app that has set it up so, or has not.
  package static func openStandard(_ configuration: Configuration?) -> NavStore {
    let surroundings = StandardPlace.Surroundings.own
    if surroundings.hasUnknownArgument {
      ProblemLog.note("The launch argument -NavStore is followed by neither memory nor fresh.")
    }
    let place = StandardPlace(configuration?.folder, in: surroundings)
    return place.open(configuration ?? Configuration())
  }

  /// Settings of ``standard``, and the folder that it is in: before its first use.
  ///
  /// ```swift
  /// NavStore.setUp(.init(folder: .appGroup("group.shop")))
  /// ```
  ///
  /// Reads and opens nothing. The last call before the first use counts. In tests it brings the
  /// standard store back to its file; call it from there with a folder of the test's own.
  ///
  /// - Returns: False, with a fault in the log and nothing changed, if the store is in use already:
  ///   move the call to the beginning of the app.
  @discardableResult
  public static func setUp(_ configuration: Configuration) -> Bool {
    let isInTime = StandardSetUp.note(configuration)
    if !isInTime {
      ProblemLog.note(
        """
        NavStore.setUp(_:) came after the first use of NavStore.standard: it changes nothing. Call \
        it at the very beginning of the app.
        """, isFault: true)
    }
    return isInTime
  }
}

/// What the app says of ``NavStore/standard`` before its first use.
private enum StandardSetUp {
  private static let state = Locked<(configuration: NavStore.Configuration?, isUsed: Bool)>(
    (nil, false))

  /// Whether it came in time.
  static func note(_ configuration: NavStore.Configuration) -> Bool {
    state.withLock { state in
      guard !state.isUsed else { return false }
      state.configuration = configuration
      return true
    }
  }

  /// From now on it is too late.
  static func use() -> NavStore.Configuration? {
    state.withLock { state in
      state.isUsed = true
      return state.configuration
    }
  }
}

extension StandardPlace {
  func open(_ configuration: NavStore.Configuration) -> NavStore {
    guard case .file(let base, let subfolders) = location else {
      return .inMemory(configuration: configuration)
    }
    var configuration = configuration.clamped
    configuration.renamesStrangers = isOurs
    var provisional: Provisional?
    do throws(NavStore.Error) {
      let folder = subfolders.reduce(try base.url()) {
        $0.appendingPathComponent($1, isDirectory: true)
      }
      let file = StandardFile(
        url: folder.appendingPathComponent("NavStore.sqlite", isDirectory: false), isOurs: isOurs,
        isFresh: isFresh, configuration: configuration)
      do throws(NavStore.Error) {
        return NavStore(try file.open(), configuration: configuration)
      } catch  where configuration.protectedData.mayPass(error) {
        provisional = Provisional(file: file, reason: error)
        throw error
      }
    } catch {
      var file = StoreFile.openInMemory(configuration: configuration)
      file.report.fallbackReason = error
      file.report.waitsForFile = provisional != nil
      // A number that somebody keeps of a visit in memory is none of the file's later.
      if provisional != nil {
        try? ProgressTable(db: file.connection).raiseVisitFloor(to: 1 << 40)
      }
      return NavStore(file, configuration: configuration, provisional: provisional)
    }
  }
}
