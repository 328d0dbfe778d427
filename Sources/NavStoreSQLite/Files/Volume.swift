import CSQLite
import NavStorePlatform

/// The volume that a file is on, as far as it matters to a database.
package enum Volume {
  /// Returns whether another machine shares the file system of the file at `path`, or of its nearest
  /// existing parent folder. `false` for a file system of an unknown kind.
  package static func isNetwork(_ path: String) -> Bool {
    var path = path[...]
    while true {
      if let found = isNetwork(file: path.isEmpty ? "/" : String(path)) { return found }
      guard let slash = path.lastIndex(of: "/") else { return false }
      path = path[..<slash]
    }
  }

  #if canImport(Darwin)
    private static func isNetwork(file path: String) -> Bool? {
      // Don't use statfs(2). It also returns the free space, and none of the reasons for which
      // Apple allows reading the free space applies to this library.
      let values = try? URL(fileURLWithPath: path).resourceValues(forKeys: [.volumeIsLocalKey])
      return values?.volumeIsLocal.map { !$0 }
    }
  #elseif os(Linux)
    private static func isNetwork(file path: String) -> Bool? {
      let type = navstore_volume_type(path)
      return type == 0 ? nil : isNetwork(type: type)
    }
  #else
    private static func isNetwork(file path: String) -> Bool? { false }
  #endif

  /// Returns whether Linux's number of a file system is one of a network: `statfs(2)` and
  /// `<linux/magic.h>`.
  ///
  /// FUSE (0x65735546) and 9P (0x01021997) may be local or on a network. They count as local,
  /// because virtual machines and containers use them to share disks of their own machine.
  package static func isNetwork(type: UInt32) -> Bool {
    [
      0x6969,  // NFS
      0x517B, 0xFF53_4D42, 0xFE53_4D42,  // SMB, CIFS, SMB2
      0x564C,  // NCP
      0x5346_414F, 0x6B41_4653,  // AFS
      0x7375_7245,  // Coda
      0x00C3_6400,  // Ceph
      0x0BD0_0BD0,  // Lustre
      0x0116_1970,  // GFS2
      0x7461_636F,  // OCFS2
    ].contains(type)
  }
}
