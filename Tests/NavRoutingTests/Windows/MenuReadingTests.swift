import FaultVFS
import Foundation
import NavStore
import NavStoreTesting
import Observation
import TestSupport
import Testing

@testable import NavRouting

/// Back and forward menus that views create in their bodies, and the reads of the file that they
/// cause.
@MainActor
@Suite("Menus and the file") struct MenuReadingTests {
  /// An object that counts the file system calls of one thread.
  private final class FileCalls: Sendable {
    let vfs = FaultVFS()
    private let counted = Locked<(thread: UInt64, count: Int)?>(nil)

    init() {
      vfs.setHook { [counted] _ in
        let thread = Self.thread
        counted.withLock { if $0?.thread == thread { $0?.count += 1 } }
        return .pass
      }
    }

    /// Returns the number of file system calls that the calling thread makes while `body` runs.
    /// Tests on the main actor don't always run on the same thread.
    func count(_ body: () -> Void) -> Int {
      counted.withLock { $0 = (Self.thread, 0) }
      body()
      return counted.withLock { counted in
        defer { counted = nil }
        return counted?.count ?? 0
      }
    }

    private static var thread: UInt64 {
      var id: UInt64 = 0
      withUnsafeBytes(of: pthread_self()) { bytes in
        withUnsafeMutableBytes(of: &id) { $0.copyMemory(from: .init(rebasing: bytes.prefix(8))) }
      }
      return id
    }
  }

  @Test("Only the first menu of a restored list reads the file")
  func statements() async throws {
    let folder = try TemporaryFolder()
    let calls = FileCalls()
    var configuration = NavStore.Configuration()
    configuration.vfs = calls.vfs.name
    let store = try NavStore(url: folder.store, configuration: configuration)
    let first = NavWindow(scene: "main", store: store)
    let router = NavRouter<ShopRoute>(in: first)
    func titles() -> [[String?]] {
      [
        router.backForward.backEntries.map(\.title), first.backForward.backEntries.map(\.title),
        router.backForward.forwardEntries.map(\.title),
        first.backForward.forwardEntries.map(\.title),
      ]
    }
    func titlesInMemory() -> [[String?]] {
      var found: [[String?]] = []
      #expect(calls.count { found = titles() } == 0)
      return found
    }
    _ = first.backForward.canGoBack
    for id in 1...3 {
      router.push(.product(id: id))
      router.setTitle("Boots \(id)", for: .product(id: id))
      try await router.flush()
    }
    store.forgetKept()
    #expect(calls.count { _ = titles() } > 0, "The first menu reads the file.")

    // When the titles are read, the push of the category may be committed. The push of product 1 is
    // in an open turn, so it isn't.
    router.push(.category("shoes"))
    router.setTitle("Shoes", for: .category("shoes"))
    await mainQueue()
    router.push(.product(id: 1))
    #expect(titlesInMemory()[0] == ["Shoes", "Boots 3", "Boots 2", "Boots 1", nil])
    try await router.flush()
    router.push(.product(id: 2))
    #expect(titlesInMemory()[0].first == "Boots 1")
    try await router.flush()
    router.back()
    try await router.flush()
    let (back, forward) = (["Shoes", "Boots 3", "Boots 2", "Boots 1", nil], ["Boots 2"])
    #expect(titlesInMemory() == [back, back, forward, forward])
    try await store.close()
  }

  @Test("A title set by another window is in the menu once saved, and views are notified")
  func otherWindow() async throws {
    let folder = try TemporaryFolder()
    let store = try NavStore(url: folder.store)
    let router = NavRouter<ShopRoute>(in: NavWindow(scene: "main", store: store))
    let other = NavRouter<ShopRoute>(in: NavWindow(scene: "other", store: store))
    router.push(.product(id: 1))
    await mainQueue()
    router.push(.cart)
    other.push(.product(id: 1))
    try await store.flush()
    await mainQueue()
    #expect(router.backForward.backEntries.map(\.title) == [nil, nil])
    let changes = Locked(0)
    withObservationTracking {
      _ = router.backForward.backEntries
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    other.setTitle("Boots", for: .product(id: 1))
    try await store.flush()
    await mainQueue()
    #expect(router.backForward.backEntries.map(\.title) == ["Boots", nil])
    #expect(changes.withLock { $0 } == 1)
    try await store.close()
  }

  @Test("The first menu of each list reads its titles, even if its screens are in memory")
  func lists() async throws {
    let folder = try TemporaryFolder()
    let store = try NavStore(url: folder.store)
    func router(_ scene: NavScene, in store: NavStore) -> NavRouter<ShopRoute> {
      NavRouter(in: NavWindow(scene: scene, store: store))
    }
    func fill(_ router: NavRouter<ShopRoute>) async throws {
      for id in 1...2 {
        router.push(.product(id: id))
        router.setTitle("Boots \(id)", for: .product(id: id))
        try await router.flush()
      }
    }
    let (first, second) = (router("first", in: store), router("second", in: store))
    try await fill(first)
    try await fill(second)
    #expect(first.backForward.backEntries.map(\.title) == ["Boots 1", nil])
    #expect(second.backForward.backEntries.map(\.title) == ["Boots 1", nil])

    let relaunched = try folder.relaunch()
    // The restore decodes the routes below the top screen but doesn't load their titles. So the
    // first menu of the relaunched app reads the titles from the file.
    for scene in ["first", "second"] as [NavScene] {
      let again = router(scene, in: relaunched)
      #expect(again.path.count == 2)
      #expect(again.backForward.backEntries.map(\.title) == ["Boots 1", nil])
    }
    try await relaunched.close()
  }

  @Test("The menu of a stack whose account was erased names the kinds of screens")
  func erased() async throws {
    let store = NavStore.inMemory()
    let window = NavWindow(scene: "main", account: "ada", store: store)
    let router = NavRouter<ShopRoute>(in: window)
    router.push(.cart)
    try await store.flush()
    try await store.eraseAccount("ada")
    #expect(router.problem != nil)
    for route in [ShopRoute.product(id: 1), .cart] {
      router.push(route)
      store.endOpenTurns()
    }
    #expect(router.backForwardMenu.back.map(\.kind) == ["product", nil])
    try await store.close()
  }
}
