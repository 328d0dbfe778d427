import Testing

@testable import navstore_demo

@Suite("The demo's tour and places") struct TourTests {
  @Test("The tour kills a run of the demo, and the next run restores its screen")
  func tour() async throws {
    let folder = try DemoFolder()
    let run = try await folder.run(["--store", folder.store.path], input: ["tour", "visits"])
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0 == "Killed." }.count == 2)
    #expect(lines.contains { $0.hasPrefix("Scene main restored: on /lisbon/fado, depth 2") })
    #expect(lines.contains { $0.hasPrefix("  /lisbon/tram-28  Tram 28 through the Alfama") })
    #expect(!run.output.contains("\u{1B}"), "Colors are for terminals only.")
    let last = lines.lastIndex { $0.hasPrefix("Scene main restored") } ?? 0
    #expect(!lines[last...].contains { $0.contains("/lisbon/tram-28") }, "It was forgotten.")
    #expect(lines.last == "  nothing yet", "The user's own store has no visits.")
  }

  @Test("The narration breaks between words", arguments: [20, 40, 80])
  func narration(width: Int) {
    let text = "Killed and started once more: the tram stays forgotten, the rest is there."
    let lines = text.wrapped(to: width).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= width })
    #expect(lines.joined(separator: " ") == text)
  }

  @Test("Every place has one title and nearby places")
  func places() {
    let paths = Places.titles.map(\.path)
    #expect(Set(paths).count == paths.count)
    #expect(Places.near(nil).map(\.path) == paths.filter { $0.split(separator: "/").count == 1 })
    #expect(Places.near("/rome").map(\.path) == ["/rome/forum", "/rome/trastevere", "/rome/ostia"])
    for path in paths { #expect(!Places.near(path).isEmpty) }
  }
}
