import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite("A router with legacy state")
struct AdoptionRouterTests {
  private let folder: TemporaryFolder
  private let old: URL

  init() throws {
    folder = try TemporaryFolder()
    old = folder.file("path.json")
    let routes: [ShopRoute] = [.category("shoes"), .product(id: 7)]
    try JSONEncoder().encode(routes).write(to: old)
  }

  private var isThere: Bool { FileManager.default.fileExists(atPath: old.path) }

  @Test("The legacy path is shown, saved with the first change, and deleted a launch later")
  func launches() async throws {
    let store = try NavStore(url: folder.store)
    let router = NavRouter<ShopRoute>(
      in: NavWindow(scene: "main", store: store), policy: .init(legacy: .json(file: old)))
    #expect(router.path == [.category("shoes"), .product(id: 7)])
    #expect(router.restoration.failures.isEmpty)
    router.push(.cart)
    try await router.flush()
    try await store.close()
    #expect(isThere)

    let later = try NavStore(url: folder.store)
    let again = NavRouter<ShopRoute>(
      in: NavWindow(scene: "main", store: later), policy: .init(legacy: .json(file: old)))
    #expect(again.path == [.category("shoes"), .product(id: 7), .cart])
    try await later.suspend()
    #expect(!isThere)
  }

  @Test("A binding that sets the same path adds no visits of legacy screens")
  func sameBinding() async throws {
    let store = try NavStore(url: folder.store)
    let router = NavRouter<ShopRoute>(
      in: NavWindow(scene: "main", store: store), policy: .init(legacy: .json(file: old)))
    let path = router.path
    router.path = path
    try await router.flush()
    #expect(try await store.history(of: ShopRoute.self, account: nil).visits().isEmpty)
    #expect(try store.restore(ShopRoute.self, in: "main").savedAt != nil)
  }

  @Test("Making a router does not read the legacy state")
  func isFree() throws {
    let store = try NavStore(url: folder.store)
    let reads = Locked(0)
    let source = NavLegacyState<ShopRoute>.custom {
      reads.withLock { $0 += 1 }
      return [.cart]
    }
    for _ in 0..<10 {
      _ = NavRouter(in: NavWindow(scene: "main", store: store), policy: .init(legacy: source))
    }
    #expect(reads.withLock { $0 } == 0)
    let router = NavRouter(
      in: NavWindow(scene: "main", store: store), policy: .init(legacy: source))
    #expect(router.path == [.cart])
    #expect(reads.withLock { $0 } == 1)
  }

  /// A route type that only one test uses, because that test identifies its log messages by this
  /// name.
  enum LegacyShopRoute: NavRoute {
    case cart
  }

  /// The type of a legacy value. Only one test uses it, because that test identifies its log
  /// messages by this name.
  struct LegacyShopValue: Codable {
    let number: Int
  }

  @Test(
    "Legacy state that can't be imported completely is in the failures, and is logged",
    arguments: [
      ("no JSON at all", 0), (#"[{"cart":{}},{"unknown":{}},{"cart":{}}]"#, 1),
    ])
  func unreadable(json: String, position: Int) throws {
    let file = folder.file("legacy \(position).json")
    try Data(json.utf8).write(to: file)
    let name = "legacy \(position)"
    let log = LogRecorder(of: "Legacy state of LegacyShopRoute")
    let window = NavWindow(scene: "legacy", store: try folder.relaunch())
    let router = window.router(
      LegacyShopRoute.self, stack: name, migratingFrom: .json(file: file))
    #expect(router.path == Array([LegacyShopRoute.cart].prefix(position)))
    #expect(router.restoration.failures.first?.position == position)
    #expect(log.lines.count == 1)
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test("A legacy value that can't be imported is logged")
  func unreadableValue() throws {
    let file = folder.file("value.json")
    try Data("no JSON".utf8).write(to: file)
    let log = LogRecorder(of: "Legacy state of LegacyShopValue")
    let window = NavWindow(scene: "legacy", store: try folder.relaunch())
    let value: LegacyShopValue? = try window.shared.value(
      named: "value", adopting: .json(file: file))
    #expect(value == nil && log.lines.count == 1)
  }
}
