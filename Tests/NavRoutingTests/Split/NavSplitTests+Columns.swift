import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

/// The columns of a split view.
extension NavSplitTests {
  @Test("The column in front comes back", arguments: [NavColumn.sidebar, .content, .detail])
  func comesBack(_ column: NavColumn) async throws {
    let split = split(false)
    split.detail.push(1)
    split.compactColumn = .content
    split.compactColumn = column
    try await store.flush()
    #expect(self.split(false, try folder.relaunch()).compactColumn == column)
  }

  @Test("Where nothing was saved, the detail is in front if it shows something; nothing is written")
  func first() async throws {
    #expect(split(false).compactColumn == .sidebar)
    #expect(try store.scenes().isEmpty)
    split(false).detail.push(1)
    try await store.flush()
    #expect(split(false, try folder.relaunch()).compactColumn == .detail)
  }

  @Test("Who selects something with a path wants the path seen", arguments: [true, false])
  func path(keepsDetails: Bool) async throws {
    let split = split(keepsDetails)
    let told = Counter()
    withObservationTracking {
      _ = split.compactColumn
    } onChange: {
      told.increment()
    }
    split.select(Selection(item: 1))
    split.select(Selection(item: 2), path: [])
    #expect(split.compactColumn == .sidebar)
    #expect(told.value == 0)
    split.select(Selection(item: 2), path: [7])
    #expect(split.compactColumn == .detail)
    #expect(told.value == 1)
    try await store.flush()
    let again = self.split(keepsDetails, try folder.relaunch())
    #expect(again.compactColumn == .detail)
    #expect(again.detail.path == [7])
  }

  @Test("A link that selects at launch restores no other selection's stack")
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

  @Test("Where the detail steps aside, the sidebar is in front")
  func aside() async throws {
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

  @Test("An account that was erased leaves no column behind")
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
