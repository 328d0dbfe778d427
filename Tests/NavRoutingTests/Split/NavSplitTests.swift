import Foundation
import NavStore
import Observation
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite struct NavSplitTests {
  struct Selection: Codable, Hashable, Sendable {
    var category: String?
    var item: Int?
  }

  typealias Split = NavSplit<Selection, NumberRoute>

  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  func split(_ keepsDetails: Bool = false, _ store: NavStore? = nil) -> Split {
    Split(
      Selection(), in: NavWindow(scene: .main, store: store ?? self.store),
      keepsDetails: keepsDetails)
  }

  private func relaunched(_ keepsDetails: Bool = false) throws -> Split {
    split(keepsDetails, try folder.relaunch())
  }

  @Test("Making a split view saves nothing, and its first selection is not a change")
  func isFree() async throws {
    let split = split()
    #expect(split.selection == Selection())
    #expect(split.columnVisibility == .automatic)
    split.selection = Selection()
    split.columnVisibility = .automatic
    try await store.flush()
    #expect(try store.scenes().isEmpty)
  }

  @Test("Selection, detail and columns are restored")
  func relaunch() async throws {
    let split = split()
    split.selection.category = "shoes"
    split.selection.item = 7
    split.detail.push(contentsOf: [1, 2])
    split.columnVisibility = .doubleColumn
    try await store.flush()
    let again = try relaunched()
    #expect(again.selection == Selection(category: "shoes", item: 7))
    #expect(again.detail.path == [1, 2])
    #expect(again.columnVisibility == .doubleColumn)
  }

  @Test("Another selection empties the detail, and Back does not lead to the old detail")
  func restarts() async throws {
    let split = split()
    split.selection.item = 1
    split.detail.push(contentsOf: [1, 2])
    try await store.flush()
    split.selection.item = 2
    #expect(split.detail.path.isEmpty)
    #expect(!split.detail.canGoBack)
    split.select(Selection(item: 3), path: [8, 9])
    #expect(split.detail.path == [8, 9])
    try await store.flush()
    #expect(split.detail.listed == "[0] 9" || split.detail.listed == "0 [9]")
    split.select(Selection(item: 3), path: [])
    #expect(split.detail.path.isEmpty)
    try await store.flush()
    #expect(
      try await store.history(of: NumberRoute.self, account: nil).visits().map(\.route.number) == [
        9, 2,
      ])
  }

  @Test("Each selection can have a stack of its own")
  func perSelection() async throws {
    let split = split(true)
    split.selection.item = 1
    split.detail.push(contentsOf: [1, 2])
    split.selection.item = 2
    #expect(split.detail.path.isEmpty)
    split.detail.push(3)
    split.select(Selection(item: 3), path: [4])
    split.selection.item = 1
    #expect(split.detail.path == [1, 2])
    try await store.flush()
    let again = try relaunched(true)
    #expect(again.selection.item == 1)
    #expect(again.detail.path == [1, 2])
    again.selection.item = 3
    #expect(again.detail.path == [4])
  }

  @Test("Selection and stack are one write, so the file never has one without the other")
  func atomic() async throws {
    let split = split()
    for item in 1...40 {
      split.select(Selection(item: item), path: [NumberRoute(number: item)])
      // The selection and its stack must agree in every state of the file that another process can
      // read.
      let looking = try folder.relaunch()
      let selection = try looking.selection
      let stack = try looking.restore(NumberRoute.self, in: "main", stack: "split:split").path
      // The other store reads the selection before and after the stack. If the selection has
      // changed between these reads, nothing is checked.
      if try looking.selection == selection {
        #expect(stack.map(\.number) == (selection?.item.map { [$0] } ?? []))
      }
      await Task.yield()
    }
    try await store.flush()
    #expect(try relaunched().selection.item == 40)
  }

  // MARK: Crashes

  /// Returns the split view of the launch after two launches that crashed while they showed its
  /// detail.
  private func afterTwoCrashes(
    with path: [NumberRoute], _ keepsDetails: Bool = false
  ) async throws -> Split {
    let split = split(keepsDetails)
    split.select(Selection(item: 7), path: path)
    try await store.flush()
    for _ in 0..<2 {
      let crashing = self.split(keepsDetails, try folder.crashingLaunch())
      #expect(crashing.selection.item == 7)
      #expect(crashing.detail.path == path)
    }
    return self.split(keepsDetails, try folder.crashingLaunch())
  }

  @Test("A skipped detail deselects its selection, and Forward restores both")
  func skippedAndBack() async throws {
    let split = try await afterTwoCrashes(with: [1, 2])
    #expect(split.selection == Selection())
    #expect(split.detail.path.isEmpty)
    #expect(split.detail.restoration.skippedReason == .crashedRepeatedly)
    let notifications = Counter()
    withObservationTracking {
      _ = split.selection
    } onChange: {
      notifications.increment()
    }
    #expect(split.detail.forward())
    #expect(split.selection.item == 7)
    #expect(notifications.value == 1)
    #expect(split.detail.path == [1, 2])
    try await split.detail.flush()
    let again = try relaunched()
    #expect(again.selection.item == 7)
    #expect(again.detail.path == [1, 2])
  }

  @Test("A push after a skipped detail is saved with the new selection in one write")
  func skippedAndOn() async throws {
    let split = try await afterTwoCrashes(with: [1, 2])
    #expect(split.selection == Selection())
    split.detail.push(9)
    #expect(split.selection == Selection())
    #expect(split.detail.path == [9])
    try await split.detail.flush()
    let again = try relaunched()
    #expect(again.selection == Selection())
    #expect(again.detail.path == [9])
    #expect(again.detail.back())
    #expect(again.detail.path.isEmpty)
    #expect(!again.detail.canGoBack, "Back does not lead to the detail of the skipped selection")
  }

  @Test("A skipped selection can be selected again, with a new stack")
  func skippedAndSelected() async throws {
    let split = try await afterTwoCrashes(with: [1, 2])
    split.selection.item = 7
    #expect(split.selection.item == 7)
    #expect(split.detail.path.isEmpty)
    split.detail.push(3)
    try await split.detail.flush()
    let again = try relaunched()
    #expect(again.selection.item == 7)
    #expect(again.detail.path == [3])
  }

  @Test("A selection that crashes the app with an empty detail is skipped too, but not forever")
  func skippedWithoutAStack() async throws {
    let split = try await afterTwoCrashes(with: [])
    #expect(split.selection == Selection())
    split.detail.push(5)
    try await split.detail.flush()
    try await split.detail.context.store.close()
    let again = self.split(false, try folder.crashingLaunch())
    #expect(again.detail.path == [5])
  }

  @Test("With a stack for each selection, a crashing selection is skipped and its stack kept")
  func skippedPerSelection() async throws {
    let split = try await afterTwoCrashes(with: [1, 2], true)
    #expect(split.selection == Selection())
    split.detail.push(5)
    try await split.detail.flush()
    let again = try relaunched(true)
    #expect(again.selection == Selection())
    #expect(again.detail.path == [5])
    again.selection.item = 7
    #expect(again.detail.path == [1, 2])
  }

  @Test("Erasing the account removes the selection")
  func erasing() async throws {
    let split = Split(Selection(), in: NavWindow(scene: .main, account: "ada", store: self.store))
    split.select(Selection(item: 1), path: [1])
    split.columnVisibility = .all
    try await store.eraseAccount("ada")
    try await store.flush()
    let again = Split(Selection(), in: NavWindow(scene: .main, account: "ada", store: self.store))
    #expect(again.selection == Selection())
    #expect(again.columnVisibility == .automatic)
    #expect(again.detail.path.isEmpty)
  }
}

extension NavStore {
  fileprivate var selection: NavSplitTests.Selection? {
    get throws {
      try sceneValue(NavSplitTests.Selection.self, named: "split:split.selection", in: "main")
    }
  }
}
