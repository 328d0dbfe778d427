import Testing

@testable import navstore_demo

@Suite struct SessionFileTests {
  @Test("An article is a push, < is a pop, and comments and blank lines are ignored")
  func steps() throws {
    let file = try SessionFile(
      """
      # a comment; with <
      \t
      u\t1\t2\tA;B%3B;<;Å\ttarget\ttimeout

      v\t1\t2\tAlone\ttarget\trestart
      w\t1\t2\t<
      """.utf8)
    #expect(
      file.sessions == [
        [.push("/A"), .push("/B%3B"), .pop, .push("/Å")],
        [.push("/Alone")],
        [.pop],
      ])
  }

  @Test("Lines can have Windows line endings, and the last line needs none")
  func lineEndings() throws {
    let file = try SessionFile("# c\r\nu\t1\t2\tA;B\r\n\r\nu\t1\t2\tC\tx\ty\r\n".utf8)
    #expect(file.sessions == [[.push("/A"), .push("/B")], [.push("/C")]])
    #expect(try SessionFile("".utf8).sessions.isEmpty)
  }

  @Test("An invalid line is reported with its number")
  func damage() {
    #expect(throws: Failure("Line 3 has no fourth column, where the path should be.")) {
      try SessionFile("#\n\na\tb\tc\n".utf8)
    }
    for path in ["A;;B", "A;", ";A", ""] {
      #expect(throws: Failure("Line 1 has an article without a name.")) {
        try SessionFile("u\t1\t2\t\(path)\tt\n".utf8)
      }
    }
  }
}
