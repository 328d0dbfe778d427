import NavStorePlatform

/// The scenes that windows of this process have claimed, so that no other process that uses the
/// same file claims them.
///
/// A claimed scene is a lock on one byte (`F_SETLK`, fcntl(2)) of an empty file next to the
/// database. The system releases the lock when the process ends, even after a crash. The file is
/// never deleted. Where such locks can't be made (in memory, on a read-only volume, on some network
/// drives), every claim succeeds.
///
/// iOS and related systems don't need these locks, because they run one process of an app at a
/// time. These systems also end a suspended app that holds a lock in a shared container
/// (<https://developer.apple.com/documentation/xcode/sigkill>, `0xdead10cc`).
package final class SceneLocks: Sendable {
  package static let shared = SceneLocks()

  /// The suffix of the file's name.
  static let suffix = "-scenes"

  /// A file with locks, and the number of claims of each scene.
  private struct File {
    let descriptor: Int32
    var claims: [String: Int] = [:]
  }

  private let files = Locked<[String: File]>([:])

  private init() {}

  /// Claims a scene of the store at `url`. A process may claim a scene several times, and then
  /// releases each claim. Returns `false` if another process has claimed the scene.
  package func claim(_ key: String, ofStoreAt url: URL?) -> Bool {
    guard !systemSuspendsApps, let path = Self.path(url) else { return true }
    return files.withLock { files in
      guard var file = files[path] ?? Self.open(path) else { return true }
      if file.claims[key] == nil, !Self.lock(F_WRLCK, key, in: file.descriptor) {
        if file.claims.isEmpty { close(file.descriptor) }
        return false
      }
      file.claims[key, default: 0] += 1
      files[path] = file
      return true
    }
  }

  /// Releases one claim of this process on a scene.
  package func release(_ key: String, ofStoreAt url: URL?) {
    guard let path = Self.path(url) else { return }
    files.withLock { files in
      guard let count = files[path]?.claims[key] else { return }
      files[path]?.claims[key] = count > 1 ? count - 1 : nil
      guard count == 1, let file = files[path] else { return }
      _ = Self.lock(F_UNLCK, key, in: file.descriptor)
      guard file.claims.isEmpty else { return }
      close(file.descriptor)
      files[path] = nil
    }
  }

  private static func path(_ url: URL?) -> String? {
    url.map { Files.resolved($0.path) + suffix }
  }

  /// Opens one descriptor for all claims on a file, because closing any descriptor of the file
  /// releases all locks of the process on it.
  private static func open(_ path: String) -> File? {
    let (descriptor, _) = Files.opened(path, O_RDWR | O_CREAT)
    return descriptor < 0 ? nil : File(descriptor: descriptor)
  }

  /// Returns `false` only if another process has a lock on the scene's byte.
  private static func lock(_ type: Int32, _ key: String, in descriptor: Int32) -> Bool {
    var request = flock()
    request.l_type = .init(type)
    request.l_whence = .init(SEEK_SET)
    request.l_start = .init(byte(of: key))
    request.l_len = 1
    return fcntl(descriptor, F_SETLK, &request) == 0 || (errno != EACCES && errno != EAGAIN)
  }

  /// Returns the position of a scene's byte in the file: the FNV-1a hash of the key in 40 bits.
  /// Scenes that share a byte can't be claimed by two processes at once.
  private static func byte(of key: String) -> Int64 {
    let hash = UInt64(bitPattern: Fingerprint(of: key.utf8).value)
    return Int64(hash >> 24)
  }
}
