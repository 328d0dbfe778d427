import Foundation
import TestSupport
import Testing

@testable import NavStore

/// Each build reads the stack of each other build, under every policy. No read may crash or lose a
/// route silently, and the reported failures must be exact.
@Suite struct VersionMatrixTests {
  let folder: TemporaryFolder
  let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.store
  }

  @Test(
    "A build restores all routes of another build that it can decode", arguments: AppVersion.all,
    AppVersion.all)
  func pair(writer: AppVersion, reader: AppVersion) throws {
    try writer.write(url)

    let reasons = writer.writes.map { reader.reasonNotToRead($0, of: writer) }
    for policy in AppVersion.Policy.allCases {
      let cuts = policy != .substitute
      let expected = failures(reasons, of: writer, cuts: cuts)
      if policy == .fail && !expected.isEmpty {
        let error = #expect(throws: NavStore.Error.self) { try reader.read(url, policy) }
        #expect(error?.reason == .unrestorable)
        #expect(error?.message.hasPrefix("\(expected.count) routes") == true)
        continue
      }
      let found = try reader.read(url, policy)
      #expect(found.failures == expected, "\(policy)")
      #expect(found.stack == stack(reasons, of: writer, reader, policy), "\(policy)")
    }
    // The other build's reading didn't change the file, so the build that wrote the file restores
    // every route.
    let own = try writer.read(url, .keepValidPrefix)
    #expect(own.stack == writer.writes)
    #expect(own.failures.isEmpty)
  }

  private func failures(
    _ reasons: [FailureCause?], of writer: AppVersion, cuts: Bool
  ) -> [NavRestorationFailure] {
    var result: [NavRestorationFailure] = []
    for (position, reason) in reasons.enumerated() {
      guard let reason = reason ?? (cuts && !result.isEmpty ? .aboveFailure : nil) else { continue }
      result.append(
        NavRestorationFailure(
          position: position, typeName: writer.tag, version: writer.version, cause: reason))
    }
    return result
  }

  private func stack(
    _ reasons: [FailureCause?], of writer: AppVersion, _ reader: AppVersion,
    _ policy: AppVersion.Policy
  ) -> [AppVersions.Meaning] {
    let firstFailure = reasons.firstIndex { $0 != nil }
    switch policy {
    case .keepValidPrefix, .fail: return Array(writer.writes.prefix(firstFailure ?? .max))
    case .resetToRoot: return firstFailure == nil ? writer.writes : []
    case .substitute:
      return zip(writer.writes, reasons).map { $1 == nil ? $0 : reader.writes[0] }
    }
  }

  @Test("An older build continues from decodable routes; the newer one still finds its own")
  func thereAndBack() async throws {
    typealias New = AppVersions.V2
    typealias Old = AppVersions.V1
    let newStore = try NavStore(url: url)
    try newStore.save([New.category("a"), .search(query: "b"), .product(1)], in: "main")
    try await newStore.close()

    let oldStore = try NavStore(url: url)
    let session = try oldStore.session(of: Old.self, in: "main")
    #expect(session.path == [.category("a")])
    #expect(session.restoration.failures.map(\.reason) == [.undecodable, .aboveFailure])
    session.push(.product(2))
    try await oldStore.flush()
    #expect(session.back(), "Back skips the unreadable top to the root screen.")
    #expect(session.path.isEmpty)
    #expect(session.forward())
    #expect(session.path == [.category("a"), .product(2)])
    try await oldStore.close()

    let again = try NavStore(url: url)
    let restored = try again.session(of: New.self, in: "main")
    #expect(restored.path == [.category("a"), .product(2)])
    #expect(restored.back())
    #expect(restored.path == [.category("a"), .search(query: "b"), .product(1)])
    let recent = try await again.history(of: New.self, account: nil).items()
    #expect(recent.map(\.route) == [.product(2), .product(1)])
    let whole = try await again.history(of: New.self, account: nil).path(
      ofVisit: recent[1].lastVisit)
    #expect(whole.path == [.category("a"), .search(query: "b"), .product(1)])
  }

  @Test("Renaming a case or a type keeps one item in the history")
  func renamedItems() async throws {
    let before = try NavStore(url: url)
    try before.save([AppVersions.V1.category("shoes")], in: "main")
    try before.save([AppVersions.V1.settings], in: "other")
    try await before.close()
    let after = try NavStore(url: url)
    try after.save([AppVersions.V3.list("shoes")], in: "third")
    try await after.close()
    let renamed = try NavStore(url: url)
    try renamed.save([AppVersions.V4.list("shoes")], in: "fourth")

    let recent = try await renamed.history(of: AppVersions.V4.self, account: nil).items()
    #expect(recent.map(\.visitCount) == [3, 1])
    #expect(recent.map(\.kind) == ["list", "preferences"])
    #expect(recent.first?.route == .list("shoes"))
  }

  @Test("An upgrade step that throws causes a failure, and the stored bytes are kept")
  func throwingUpgrade() async throws {
    enum Broken: NavRoute {
      static let coding: NavCoding<Self> = .codable(name: "Route", version: 2) { _, _ in
        throw CancellationError()
      }
      case category(String)
    }
    try NavStore(url: url).save([AppVersions.V1.category("shoes")], in: "main")
    let restored = try NavStore(url: url).restore(Broken.self, in: "main")
    #expect(restored.path.isEmpty)
    #expect(restored.failures.map(\.cause) == [.upgradeFailed])
    let own = try NavStore(url: url).restore(AppVersions.V1.self, in: "main")
    #expect(own.path == [.category("shoes")])
  }

  @Test("A case that was renamed twice is decoded from each of its names")
  func renamedTwice() throws {
    enum Now: NavRoute {
      static let coding: NavCoding<Self> = .codable(
        name: "Route",
        renaming: ["first": "second", "second": "third", "loop": "pool", "pool": "loop"])
      case third(Int)
    }
    enum First: NavRoute {
      static let coding: NavCoding<Self> = .codable(name: "Route")
      case first(Int)
      case second(Int)
    }
    try NavStore(url: url).save([First.first(1), .second(2)], in: "main")
    let restored = try NavStore(url: url).restore(Now.self, in: "main")
    #expect(restored.path == [.third(1), .third(2)])
  }
}
