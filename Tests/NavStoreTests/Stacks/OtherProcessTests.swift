import Foundation
import Testing

@testable import NavStore

@Suite struct OtherProcessTests {
  @Test("What another process saved is restored, also after this one has looked before")
  func restoreAfterChange() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("store.sqlite")
    // Two stores on one file know no more of each other than two processes do.
    let here = try NavStore(url: url)
    let there = try NavStore(url: url)
    try there.save([Page("/w1")], in: "work")
    #expect(try here.restore(Page.self, in: "work").stack == [Page("/w1")])
    try there.save([Page("/w1"), Page("/w2")], in: "work")
    #expect(try here.restore(Page.self, in: "work").stack == [Page("/w1"), Page("/w2")])

    // A session that somebody holds is what is on screen: it does not change under their hands.
    let held = try here.session(Page.self, for: "work")
    try there.save([Page](), in: "work")
    #expect(try here.restore(Page.self, in: "work").stack == [Page("/w1"), Page("/w2")])
    #expect(held.path == [Page("/w1"), Page("/w2")])
  }

  @Test("A save does not stand on a visit that another process has taken out of the file")
  func saveAfterForgetting() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("store.sqlite")
    let here = try NavStore(url: url)
    let there = try NavStore(url: url)
    try here.save([Page("/a")], in: "work")
    try here.save([Page("/a"), Page("/b")], in: "work")
    #expect(try await there.history.forget(.item(Page("/a"))).visits == 1)
    try here.save([Page("/a"), Page("/c")], in: "work")
    let found = try NavStore(url: url).restore(Page.self, in: "work")
    #expect(found.stack == [Page("/a"), Page("/c")])
    #expect(found.losses == [])
  }
}
