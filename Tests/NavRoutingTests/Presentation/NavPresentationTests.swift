import Foundation
import NavStore
import TestSupport
import Testing

@testable import NavRouting

@MainActor
@Suite struct NavPresentationTests {
  let folder: TemporaryFolder
  let store: NavStore

  init() throws {
    folder = try TemporaryFolder()
    store = try NavStore(url: folder.store)
  }

  private func sheet(
    restores: Bool = true, _ store: NavStore? = nil
  ) -> NavPresentation<NumberRoute> {
    NavPresentation(
      "sheet", in: NavWindow(scene: .main, store: store ?? self.store), restores: restores)
  }

  private func relaunched(restores: Bool = true) throws -> NavPresentation<NumberRoute> {
    sheet(restores: restores, try folder.relaunch())
  }

  @Test("A presented item has a stack, which is removed with the item")
  func presenting() async throws {
    let sheet = sheet()
    #expect(sheet.item == nil)
    sheet.present(1)
    sheet.router.push(contentsOf: [2, 3])
    #expect(sheet.item == 1)
    sheet.present(1)
    #expect(sheet.router.path == [2, 3], "Item 1 is presented already")
    sheet.item = 5
    #expect(sheet.router.path.isEmpty)
    sheet.present(6, path: [7])
    #expect(sheet.router.path == [7])
    sheet.item = nil
    #expect(sheet.item == nil)
    #expect(sheet.router.path.isEmpty)
    sheet.item = nil
    try await store.flush()
    #expect(try relaunched().item == nil)
  }

  @Test("A presentation is restored only if the app requests it")
  func restoring() async throws {
    let sheet = sheet()
    sheet.present(1, path: [2])
    try await store.flush()
    let again = try relaunched()
    #expect(again.item == 1)
    #expect(again.router.path == [2])

    let dropped = try relaunched(restores: false)
    #expect(dropped.item == nil)
    #expect(dropped.router.path.isEmpty)
    #expect(!dropped.router.canGoBack)
    try await dropped.router.flush()
    #expect(try relaunched().item == 1, "Restoring writes nothing")
    dropped.present(8)
    try await dropped.router.flush()
    let last = try relaunched()
    #expect(last.item == 8)
    #expect(last.router.path.isEmpty)
    #expect(!last.router.canGoBack && !last.router.canGoForward)
  }

  @Test("A presentation that crashes the app twice is dropped with its stack")
  func restoreGuard() async throws {
    sheet().present(1, path: [2])
    let main = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: self.store))
    main.push(9)
    try await store.flush()
    for _ in 0..<2 {
      let shown = sheet(try folder.crashingLaunch())
      #expect(shown.item == 1)
    }
    let store = try NavStore(url: folder.store)
    let guarded = sheet(store)
    #expect(guarded.item == nil)
    #expect(guarded.router.path.isEmpty)
    let root = NavRouter<NumberRoute>(in: NavWindow(scene: .main, store: store))
    #expect(root.path.isEmpty)
    #expect(root.forward())
    #expect(root.path == [9])
  }

  private func sheet(_ store: NavStore) -> NavPresentation<NumberRoute> {
    sheet(restores: true, store)
  }

  @Test("A sheet on a sheet is restored with it, and dismissed with it")
  func onTop() async throws {
    let compose = sheet()
    compose.present(1, path: [2])
    let crop = compose.presentation("crop", of: NumberRoute.self)
    #expect(compose.presentation("crop", of: NumberRoute.self) === crop)
    crop.present(10, path: [11])
    try await store.flush()

    let again = try relaunched()
    let cropAgain = again.presentation("crop", of: NumberRoute.self)
    #expect(again.item == 1)
    #expect(cropAgain.item == 10)
    #expect(cropAgain.router.path == [11])
    again.router.push(3)
    #expect(cropAgain.item == 10)
    again.item = nil
    #expect(cropAgain.item == nil)
    again.present(1)
    #expect(cropAgain.item == nil, "The sheet was dismissed, and not only hidden")
    cropAgain.present(12)
    again.present(5)
    #expect(cropAgain.item == nil)
  }

  @Test("A saved sheet on top of one item is not presented on another item")
  func onTopOfAnother() async throws {
    let compose = sheet()
    compose.present(1)
    compose.presentation("crop", of: NumberRoute.self).present(10)
    try await store.flush()
    let again = try relaunched()
    again.present(2)
    #expect(again.presentation("crop", of: NumberRoute.self).item == nil)
  }

  @Test("A sheet is not presented if the sheet below it is not restored")
  func onTopOfNothing() async throws {
    let compose = sheet()
    compose.present(1)
    compose.presentation("crop", of: NumberRoute.self).present(10)
    try await store.flush()
    let again = try relaunched(restores: false)
    let crop = again.presentation("crop", of: NumberRoute.self)
    #expect(crop.item == nil)
    again.present(1)
    #expect(crop.item == nil)
  }
}
