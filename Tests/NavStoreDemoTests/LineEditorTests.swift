import Testing

@testable import navstore_demo

@Suite("The line editor") struct LineEditorTests {
  private func typing(
    _ keys: [LineEditor.Key], history: [String] = [], completions: [String] = []
  ) -> (editor: LineEditor, last: LineEditor.Outcome) {
    var editor = LineEditor(history: history) { start in
      completions.filter { $0.hasPrefix(start) }
    }
    var last = LineEditor.Outcome.edited
    for key in keys { last = editor.press(key) }
    return (editor, last)
  }

  private func text(_ text: String) -> [LineEditor.Key] { text.map { .text($0) } }

  @Test("Typed text is inserted at the cursor")
  func inserting() {
    let typed = typing(
      text("ab") + [.left, .text("é"), .home, .text("日"), .end, .text("!"), .enter])
    #expect(typed.last == .line("日aéb!"))
  }

  @Test(
    "Each erasing key erases its part of the line, and nothing at the ends",
    arguments: [
      ([.backspace], "open /a b", 9), ([.home, .backspace], "open /a bc", 0),
      ([.home, .delete], "pen /a bc", 0), ([.delete], "open /a bc", 10),
      ([.left, .eraseToStart], "c", 0), ([.home, .right, .eraseToEnd], "o", 1),
      ([.eraseWord], "open /a ", 8), ([.eraseWord, .eraseWord], "open ", 5),
      ([.eraseWord, .eraseWord, .eraseWord, .eraseWord], "", 0),
      ([.left, .endOfInput], "open /a b", 9),
    ] as [([LineEditor.Key], String, Int)])
  func erasing(keys: [LineEditor.Key], left: String, cursor: Int) {
    let typed = typing(text("open /a bc") + keys)
    #expect(String(typed.editor.text) == left)
    #expect(typed.editor.cursor == cursor)
  }

  @Test("Up and Down select earlier lines, and an unfinished line is kept")
  func history() {
    #expect(typing([.up, .up, .enter], history: ["one", "two"]).last == .line("one"))
    #expect(typing([.up, .up, .up, .down, .enter], history: ["one", "two"]).last == .line("two"))
    #expect(typing(text("th") + [.up, .down, .enter], history: ["one"]).last == .line("th"))
  }

  @Test("Tab inserts the common prefix of the completions, then shows them")
  func completing() {
    let known = ["open /kyoto", "open /kyoto/gion", "open /lima", "quit"]
    #expect(typing(text("q") + [.tab, .enter], completions: known).last == .line("quit"))
    #expect(
      typing(text("open /k") + [.tab, .enter], completions: known).last == .line("open /kyoto"))
    let twice = typing(text("open /k") + [.tab, .tab], completions: known)
    #expect(twice.last == .choices(["open /kyoto", "open /kyoto/gion"]))
    #expect(typing(text("x") + [.tab, .enter], completions: known).last == .line("x"))
  }

  @Test("End of input and an interrupt end an empty line, and an interrupt empties another line")
  func ending() {
    #expect(typing([.endOfInput]).last == .end)
    #expect(typing([.interrupt]).last == .end)
    #expect(typing(text("a") + [.interrupt]).last == .edited)
    #expect(typing(text("a") + [.interrupt, .enter]).last == .line(""))
  }

  @Test("Keys are decoded from a terminal's bytes, and unknown sequences are ignored")
  func keys() {
    let bytes: [UInt8] =
      Array("é日👍".utf8) + [0x1B] + Array("[A".utf8) + [0x1B] + Array("OH".utf8)
      + [0x1B] + Array("[3~".utf8) + [0x1B] + Array("[1;5C".utf8) + [
        1, 5, 21, 11, 23, 12, 3, 9, 127, 13,
      ]
      + [0x1B, UInt8(ascii: "x"), 0xFF, 0x80, 0x80, 0x80]
    var rest = bytes[...]
    let reader = KeyReader { rest.popFirst() }
    var keys: [LineEditor.Key?] = []
    while !rest.isEmpty { keys.append(reader.key()) }
    #expect(
      keys == [
        .text("é"), .text("日"), .text("👍"), .up, .home, .delete, .right, .home, .end, .eraseToStart,
        .eraseToEnd, .eraseWord, .clearScreen, .interrupt, .tab, .backspace, .enter, nil, nil,
      ])
    #expect(reader.key() == .endOfInput)
  }
}
