import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

/// Tests of the column that a split view shows in front, and of its visible columns.
extension NavSplitTests {
  @Test("The column in front is restored", arguments: [NavColumn.sidebar, .content, .detail])
  func comesBack(_ column: NavColumn) async throws {
    let split = split(false)
    split.detail.push(1)
    split.compactColumn = .content
    split.compactColumn = column
    try await store.flush()
    #expect(self.split(false, try folder.relaunch()).compactColumn == column)
  }

  @Test("Without a saved column, a detail with a path is in front, and nothing is written")
  func first() async throws {
    #expect(split(false).compactColumn == .sidebar)
    #expect(try store.scenes().isEmpty)
    split(false).detail.push(1)
    try await store.flush()
    #expect(split(false, try folder.relaunch()).compactColumn == .detail)
  }

  @Test("Selecting with a path shows the detail column", arguments: [true, false])
  func path(keepsDetails: Bool) async throws {
    let split = split(keepsDetails)
    let notifications = Counter()
    withObservationTracking {
      _ = split.compactColumn
    } onChange: {
      notifications.increment()
    }
    split.select(Selection(item: 1))
    split.select(Selection(item: 2), path: [])
    #expect(split.compactColumn == .sidebar)
    #expect(notifications.value == 0)
    split.select(Selection(item: 2), path: [7])
    #expect(split.compactColumn == .detail)
    #expect(notifications.value == 1)
    try await store.flush()
    let again = self.split(keepsDetails, try folder.relaunch())
    #expect(again.compactColumn == .detail)
    #expect(again.detail.path == [7])
  }

  @Test("Selecting at launch does not restore the stack of the saved selection")
  func atLaunch() async throws {
    let split = split(true)
    split.select(Selection(item: 1), path: [1])
    try await store.flush()
    let next = self.split(true, try folder.relaunch())
    next.select(Selection(item: 2), path: [2])
    #expect(next.compactColumn == .detail)
    #expect(
      next.current?.stack == StoredNames.detail("split", of: NavSplitTests.Selection(item: 2)))
  }

  @Test("If the detail is skipped, the sidebar is in front")
  func skipped() async throws {
    split(false).select(Selection(item: 1), path: [1])
    try await store.flush()
    for _ in 0..<2 {
      let crashing = split(false, try folder.crashingLaunch())
      #expect(crashing.compactColumn == .detail)
    }
    let next = split(false, try folder.crashingLaunch())
    #expect(next.compactColumn == .sidebar)
    #expect(next.selection == Selection())
    #expect(next.detail.path.isEmpty)
  }

  @Test("Erasing the account resets the column in front")
  func erased() async throws {
    let split = Split(
      Selection(), in: NavWindow(scene: .main, account: "ada", store: self.store),
      keepsDetails: false)
    split.compactColumn = .detail
    try await store.flush()
    try await store.eraseAccount("ada")
    #expect(split.compactColumn == .sidebar)
    split.compactColumn = .content
    #expect(split.compactColumn == .content)
  }
}
