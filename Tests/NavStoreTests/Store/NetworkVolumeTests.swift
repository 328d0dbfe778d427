import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

@Suite struct NetworkVolumeTests {
  @Test("Network file systems are recognized by their type number")
  func types() {
    let network: [UInt32] = [0x6969, 0xFF53_4D42, 0xFE53_4D42, 0x517B, 0x00C3_6400]
    for type in network { #expect(Volume.isNetwork(type: type), "\(type)") }
    // The types of ext4, btrfs, xfs, tmpfs, overlay, FUSE and 9P.
    let local: [UInt32] = [
      0xEF53, 0x9123_683E, 0x5846_5342, 0x0102_1994, 0x794C_7630, 0x6573_5546, 0x0102_1997,
    ]
    for type in local { #expect(!Volume.isNetwork(type: type), "\(type)") }
  }

  @Test("A missing path is on the volume of its folder")
  func absent() {
    #expect(Volume.isNetwork("/tmp") == Volume.isNetwork("/tmp/nothing/of/the/kind"))
    #expect(Volume.isNetwork("") == Volume.isNetwork("/"))
    #expect(!Volume.isNetwork("relative"))
  }

  @Test("A file on a network volume is rejected without side effects, unless allowed")
  func refused() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("new/store.sqlite")
    var configuration = NavStore.Configuration()
    let asked = Locked<[String]>([])
    configuration.isOnNetwork = { path in
      asked.withLock { $0.append(path) }
      return true
    }
    let error = #expect(throws: NavStore.Error.self) {
      try NavStore(url: url, configuration: configuration)
    }
    #expect(error?.reason == .networkVolume)
    #expect(asked.withLock { $0 } == [url.path])
    #expect(folder.names.isEmpty)
    configuration.allowsNetworkVolumes = true
    #expect(try NavStore(url: url, configuration: configuration).openReport.isNew)
  }
}
