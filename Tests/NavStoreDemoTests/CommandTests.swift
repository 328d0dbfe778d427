import Testing

@testable import navstore_demo

@Suite struct CommandTests {
  @Test(
    "A line names a command and what it takes",
    arguments: [
      ("open /a", Command.open("/a")),
      ("  open \t /a b \r", .open("/a b")),
      ("open /", .open("/")),
      ("open /\u{301}x", .open("/\u{301}x")),
      ("replace /a\"b\\c", .replace("/a\"b\\c")),
      ("pop", .pop(1)),
      ("pop 3", .pop(3)),
      ("root", .root),
      ("back", .back),
      ("forward", .forward),
      ("go -2", .go(-2)),
      ("go +1", .go(1)),
      ("go 0", .go(0)),
      ("scene work space", .scene("work space")),
      ("scenes", .scenes),
      ("stack", .stack),
      ("list", .list),
      ("recent", .recent(10)),
      ("recent 0", .recent(0)),
      ("visits 25", .visits(25)),
      ("crash", .crash),
      ("help", .help),
      ("quit", .quit),
    ])
  func parses(line: String, command: Command) throws {
    #expect(try Command(line) == command)
  }

  @Test(
    "A line that is no command says what is wrong with it",
    arguments: [
      ("frobnicate", "There is no command \"frobnicate\"; \"help\" lists them."),
      ("Open /a", "There is no command \"Open\"; \"help\" lists them."),
      ("open", "\"open\" needs a path, which begins with \"/\"."),
      ("open a", "\"open\" needs a path, which begins with \"/\"."),
      ("replace", "\"replace\" needs a path, which begins with \"/\"."),
      ("pop 0", "\"pop\" takes a number from 1 up."),
      ("pop two", "\"pop\" takes a number, which \"two\" is not."),
      ("go", "\"go\" needs a number: how many entries forward, or back below 0."),
      ("go 99999999999999999999", "\"go\" takes a number, which \"99999999999999999999\" is not."),
      ("recent -1", "\"recent\" takes a number from 0 up."),
      ("visits 1 2", "\"visits\" takes a number, which \"1 2\" is not."),
      ("scene", "\"scene\" needs the key of a scene."),
      ("back 2", "\"back\" stands alone."),
    ])
  func refuses(line: String, message: String) {
    #expect(throws: Failure(message)) { try Command(line) }
  }

  @Test("The help names every command")
  func help() {
    let names = [
      "open", "replace", "pop", "root", "back", "forward", "go", "scene", "scenes", "stack", "list",
      "recent", "visits", "crash", "help", "quit",
    ]
    for name in names { #expect(Command.overview.contains(name)) }
  }
}
