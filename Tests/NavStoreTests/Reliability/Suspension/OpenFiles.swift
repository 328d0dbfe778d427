#if os(Linux)
  import Foundation
  import Glibc

  /// The locks and descriptors of a store's files in this process, as the kernel reports them.
  struct OpenFiles {
    private let path: String
    private let inodes: Set<UInt64>

    /// Finds the store's files that exist at the time of this call: database, WAL and shared
    /// memory.
    init(of url: URL) {
      path = url.path
      inodes = Set(
        ["", "-wal", "-shm"].compactMap { suffix in
          var status = stat()
          return stat(url.path + suffix, &status) == 0 ? UInt64(status.st_ino) : nil
        })
    }

    /// The locks of this process on the store's files, from `/proc/locks` (proc_locks(5)).
    var locks: [String] {
      let lines = Self.contents(of: "/proc/locks").split(separator: "\n")
      return lines.map(String.init).filter { line in
        let fields = line.split(separator: " ").filter { $0 != "->" }
        guard fields.count >= 6, fields[4] == "\(getpid())" else { return false }
        let inode = fields[5].split(separator: ":").last.flatMap { UInt64($0) }
        return inode.map(inodes.contains) ?? false
      }
    }

    /// The paths of the store's files that this process has open, including deleted files, from
    /// `/proc/self/fd`.
    var descriptors: [String] {
      let folder = "/proc/self/fd"
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return numbers.compactMap { number in
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "\(folder)/\(number)")
        guard let target, target.hasPrefix(path) else { return nil }
        return target
      }
    }

    /// The locks of this process on the store's files, and the paths of the files that it has open.
    var held: [String] { locks + descriptors }

    /// Returns the contents of a file in `/proc`. Reads until its end, because the reported size of
    /// such a file isn't the size of its contents.
    private static func contents(of path: String) -> String {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return "" }
      defer { close(descriptor) }
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 65_536)
      while case let count = read(descriptor, &chunk, chunk.count), count > 0 {
        bytes += chunk[..<count]
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
