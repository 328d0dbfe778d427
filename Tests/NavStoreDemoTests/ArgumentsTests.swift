import Testing

@testable import navstore_demo

@Suite struct ArgumentsTests {
  @Test("Options can be in any order, with their path attached or after them")
  func options() throws {
    let spaced = try Arguments(["--replay", "a.tsv", "--json", "--store", "b c.sqlite"])
    #expect(spaced.replayPath == "a.tsv")
    #expect(spaced.storePath == "b c.sqlite")
    #expect(spaced.printsJSON)
    #expect(!spaced.asksForHelp)
    let attached = try Arguments(["--store=b c.sqlite", "--json", "--replay=a.tsv"])
    #expect(attached == spaced)
    #expect(try Arguments(["--store=a=b"]).storePath == "a=b")
    #expect(try Arguments(["-h"]).asksForHelp)
    #expect(try Arguments([]).storePath == nil)
  }

  @Test(
    "An invalid command line is refused",
    arguments: [
      (["--store"], "--store needs a path."),
      (["--store="], "--store needs a path."),
      (["--store", "--json"], "--store needs a path."),
      (["--replay"], "--replay needs a path."),
      (["--json=1"], "--json takes no value."),
      (["--jason"], "There is no option --jason."),
      (["-x"], "There is no option -x."),
      (["open"], "\"open\" is not an option."),
    ])
  func refuses(words: [String], message: String) {
    let misuse = Failure("\(message)\n\(Arguments.usage)", status: .misused)
    #expect(throws: misuse) { try Arguments(words) }
  }
}
