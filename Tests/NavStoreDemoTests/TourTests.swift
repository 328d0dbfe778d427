import Testing

@testable import navstore_demo

@Suite("The demo's tour, and places") struct TourTests {
  @Test(
    "It kills a run of the program in earnest, and the next one is where that was")
  func tour() async throws {
    let folder = try DemoFolder()
    let run = try await folder.run(["--store", folder.store.path], input: ["tour", "visits"])
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0 == "Killed." }.count == 2)
    #expect(lines.contains { $0.hasPrefix("Scene main restored: on /lisbon/fado, depth 2") })
    #expect(lines.contains { $0.hasPrefix("  /lisbon/tram-28  Tram 28 through the Alfama") })
    #expect(!run.output.contains("\u{1B}"), "No colours where nobody looks.")
    let last = lines.lastIndex { $0.hasPrefix("Scene main restored") } ?? 0
    #expect(!lines[last...].contains { $0.contains("/lisbon/tram-28") }, "It was forgotten.")
    #expect(lines.last == "  nothing yet", "The user's own store has not seen it.")
  }

  @Test("The narration breaks between words", arguments: [20, 40, 80])
  func narration(width: Int) {
    let text = "Killed and started once more: the tram stays forgotten, the rest is there."
    let lines = text.wrapped(to: width).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= width })
    #expect(lines.joined(separator: " ") == text)
  }

  @Test("Every place has one title, and a city to come from")
  func places() {
    let paths = Places.titles.map(\.path)
    #expect(Set(paths).count == paths.count)
    #expect(Places.near(nil).map(\.path) == paths.filter { $0.split(separator: "/").count == 1 })
    #expect(Places.near("/rome").map(\.path) == ["/rome/forum", "/rome/trastevere", "/rome/ostia"])
    for path in paths { #expect(!Places.near(path).isEmpty) }
  }
}
