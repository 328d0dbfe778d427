import Dispatch
import FaultVFS
import Foundation
import NavStoreSQLite
import TestSupport
import Testing

@testable import NavStore

// Quarantine of a file that several connections have open, or open at the same time.
extension QuarantineTests {
  @Test("A damaged file that another connection has open is not moved until it is closed")
  func inUse() async throws {
    let folder = try DamageFolder()
    let other = try folder.open()
    try other.save(["a"] as [Page], in: "main")
    try await other.flush()
    try folder.edit("DROP TABLE progress")
    let names = folder.names
    #expect(code { _ = try folder.open() } == .busy)
    #expect(folder.names == names)
    try await other.close()
    let store = try folder.open()
    #expect(store.openReport.quarantinedFile != nil)
    #expect(store.openReport.salvagedStacks == 1)
  }

  @Test("Of several concurrent opens, one quarantines the damaged file and all get the fresh store")
  func atOnce() async throws {
    let image = try await Self.damaged()
    for _ in 0..<(isSoak ? 500 : 8) {
      let folder = try DamageFolder()
      try image.write(to: folder)
      let url = folder.url
      let configuration = folder.configuration {
        $0.busyTimeout = .milliseconds(20_000)
        // Disables the crash guard, because four launches that exit without confirming their
        // restoration count as crashes.
        $0.crashGuard = false
      }
      let found = Locked([Result<[Page], NavStore.Error>]())
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        let result = Result { () throws(NavStore.Error) in
          try NavStore(url: url, configuration: configuration)
            .restore(Page.self, in: "main").path
        }
        found.withLock { $0.append(result) }
      }
      for result in found.withLock({ $0 }) {
        let stack = try result.get()
        #expect(stack == ["a", "b", "c"])
      }
      #expect(folder.names.filter { $0.contains("corrupt-") && !$0.hasSuffix("-shm") }.count == 2)
    }
  }

  /// The late connection has opened the file, but not read it. If the file were renamed before that
  /// read, the connection would reset the shared memory of the fresh store's WAL. SQLite's locks do
  /// not separate two connections of one process that have different files.
  @Test("A file that another connection has opened but not read yet is not renamed")
  func openedAndNotRead() async throws {
    let image = try await Self.damaged()
    let folder = try DamageFolder()
    try image.write(to: folder)
    let (url, quarantinePath) = (folder.url, folder.path + ".corrupt-1")
    let vfs = FaultVFS()
    let configuration = folder.configuration { $0.busyTimeout = .milliseconds(20_000) }
    let late = folder.configuration {
      $0.vfs = vfs.name
      $0.busyTimeout = .milliseconds(20_000)
    }
    let (hasOpened, other) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let wasRenamed = Locked<Bool?>(nil)
    vfs.setHook { call in
      guard call.kind == .read, call.role == .database, wasRenamed.withLock({ $0 }) == nil else {
        return .pass
      }
      hasOpened.signal()
      // Waits up to 0.5 s for the connection that repairs the file. If that connection didn't wait
      // for this one, it would rename the file within 0.05 s.
      _ = other.wait(timeout: .now() + 0.5)
      wasRenamed.withLock { $0 = Files.exists(quarantinePath) }
      return .pass
    }
    let opening = Task.detached {
      try await onOwnThread {
        try NavStore(url: url, configuration: late).restore(Page.self, in: "main").path
      }
    }
    let stack = try await onOwnThread {
      hasOpened.wait()
      defer { other.signal() }
      return try NavStore(url: url, configuration: configuration).restore(Page.self, in: "main")
        .path
    }
    #expect(wasRenamed.withLock { $0 } == false)
    #expect(stack == ["a", "b", "c"])
    #expect(try await opening.value == ["a", "b", "c"])
    #expect(Files.exists(quarantinePath))
  }
}
