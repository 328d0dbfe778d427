import Foundation

@testable import NavStore

/// A removal that takes many batches, so that other operations may run between two batches.
enum LargeRemoval: CaseIterable, Sendable {
  case kind, dates, routes, everythingOfAccount

  static let account = "ada"

  /// The times of the visits that ``dates`` removes.
  static let days =
    Date(
      timeIntervalSince1970: 1_767_225_600)..<Date(
      timeIntervalSince1970: 1_767_225_600 + 200 * 600)

  private static func isGone(_ route: AppRoute) -> Bool {
    switch route {
    case .category: true
    case .product(let id, _): id % 3 == 0
    default: false
    }
  }

  /// Saves the removal in the file, but runs at most its first batch. The test or a later launch
  /// runs the other batches.
  func record(in store: NavStore) async throws {
    let history = store.history(of: AppRoute.self, account: Self.account)
    let request: RemovalRequest
    switch self {
    case .kind: request = try history.request(for: .kind("category"), erases: false)
    case .dates: request = try history.request(for: .dates(Self.days), erases: false)
    case .routes:
      request = RemovalRequest(try store.codecs.codec(of: AppRoute.self), account: Self.account) {
        Self.isGone($0.unboxed(as: AppRoute.self))
      }
    case .everythingOfAccount:
      _ = try await store.writer.eraseAccounts(Self.account)
      return
    }
    try await store.record(request, batch: 1)
  }

  /// Makes the whole removal through the public API.
  func make(in store: NavStore) async throws {
    switch self {
    case .kind:
      try await store.history(of: AppRoute.self, account: Self.account).forget(.kind("category"))
    case .dates:
      try await store.history(of: AppRoute.self, account: Self.account).forget(.dates(Self.days))
    case .routes:
      try await store.history(of: AppRoute.self, account: Self.account).removeRoutes {
        Self.isGone($0)
      }
    case .everythingOfAccount: try await store.eraseAll(of: Self.account)
    }
  }

  func apply(to model: inout StackModel) {
    func milliseconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970 * 1_000) }
    switch self {
    case .kind:
      model.forget(account: Self.account) { if case .category = $0 { true } else { false } }
    case .dates:
      model.forget(
        account: Self.account,
        times: milliseconds(Self.days.lowerBound)..<milliseconds(Self.days.upperBound))
    case .routes: model.remove(account: Self.account, where: Self.isGone)
    case .everythingOfAccount: model.eraseAll(of: Self.account)
    }
  }
}

extension NavStore {
  /// Saves a removal in the file, but runs only its first batch.
  func record(_ request: RemovalRequest, batch count: Int = Sweeping.batchSize) async throws {
    try writer.sync { _ in writer.maintenance.sweeping.count = count }
    _ = try await writer.record(request)
    try writer.sync { _ in writer.maintenance.sweeping.count = Sweeping.batchSize }
  }

  /// Disables idle work, so that only the test deletes batches.
  func holdIdleMoments() {
    writer.queue.sync { writer.maintenance.isHeld = true }
  }

  /// Runs one batch of the removals in the file. Returns `false` if no removal is left.
  func sweepStep(of count: Int) throws -> Bool {
    try writer.sync { connection in
      writer.maintenance.sweeping.count = count
      return try writer.sweepStep(on: connection)
    }
  }
}

extension TemporaryStore {
  /// Copies the store's files without closing the store, and opens the copy, as a launch after a
  /// kill would. The opened copy does no idle work.
  func killed(_ name: Int) throws -> NavStore {
    let folder = folder.appendingPathComponent("killed-\(name)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (from, to) = (url, folder.appendingPathComponent("store.sqlite"))
    try store.writer.sync { _ in
      for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: from.path + suffix) {
        try FileManager.default.copyItem(atPath: from.path + suffix, toPath: to.path + suffix)
      }
    }
    let store = try NavStore(url: to, configuration: configuration)
    store.holdIdleMoments()
    return store
  }
}

/// A store with 300 visits to 40 items, and a model of the store. Half of the visits are of the
/// account "ada", and half are signed out.
final class LargeWorld {
  static let keys = ["", LargeRemoval.account].flatMap { account in
    ["one", "two"].map { ModelKey(scene: $0, account: account, name: "") }
  }

  let temporary: TemporaryStore
  var model = StackModel()

  init() async throws {
    temporary = try TemporaryStore()
    temporary.store.holdIdleMoments()
    for number in 0..<300 {
      let key = Self.keys[number % Self.keys.count]
      let item = (number / 2) % 40
      let route: AppRoute = item < 20 ? .category("c\(item)") : .product(id: item, tab: nil)
      try push(route, key)
      if number % 60 < 4 {
        try session(key).popToRoot()
        model.pop(.max, key)
      }
    }
    for account in ["", LargeRemoval.account] {
      for item in 0..<20 {
        let route = AppRoute.category("c\(item)")
        try await temporary.store.history(of: AppRoute.self, account: account.orSignedOut).setTitle(
          "Title \(item)", for: route)
        model.setTitle("Title \(item)", of: route, account: account)
      }
    }
    try await temporary.store.flush()
  }

  func session(_ key: ModelKey) throws -> NavStore.Session<AppRoute> {
    try temporary.store.session(of: AppRoute.self, in: key.scene, account: key.account.orSignedOut)
  }

  func push(_ route: AppRoute, _ key: ModelKey, in store: NavStore? = nil) throws {
    temporary.clock.advance(by: .seconds(600))
    model.now = NavStore.Configuration.milliseconds(by: temporary.configuration.clock)
    let session = try store.map {
      try $0.session(of: AppRoute.self, in: key.scene, account: key.account.orSignedOut)
    }
    try (session ?? self.session(key)).push(route)
    model.push([route], key)
  }

  /// Runs one small batch of the removals in the file. Returns `false` if no removal is left.
  func sweepStep(of count: Int) throws -> Bool { try temporary.store.sweepStep(of: count) }

  /// Copies the store's files without closing the store, and opens the copy, as a launch after a
  /// kill would. The opened copy does no idle work.
  func killed(_ name: Int) throws -> NavStore { try temporary.killed(name) }
}
