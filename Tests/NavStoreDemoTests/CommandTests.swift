import Testing

@testable import navstore_demo

@Suite struct CommandTests {
  @Test(
    "A line is parsed into a command and its argument",
    arguments: [
      ("open /a", "open", "/a", 0),
      ("  open \t /a b \r", "open", "/a b", 0),
      ("open /", "open", "/", 0),
      ("open /\u{301}x", "open", "/\u{301}x", 0),
      ("replace /a\"b\\c", "replace", "/a\"b\\c", 0),
      ("pop", "pop", "", 1),
      ("pop 3", "pop", "3", 3),
      ("root", "root", "", 0),
      ("back", "back", "", 0),
      ("forward", "forward", "", 0),
      ("go -2", "go", "-2", -2),
      ("go +1", "go", "+1", 1),
      ("go 0", "go", "0", 0),
      ("scene work space", "scene", "work space", 0),
      ("scenes", "scenes", "", 0),
      ("stack", "stack", "", 0),
      ("list", "list", "", 0),
      ("recent", "recent", "", 10),
      ("recent 0", "recent", "0", 0),
      ("visits 25", "visits", "25", 25),
      ("crash", "crash", "", 0),
      ("help", "help", "", 0),
      ("quit", "quit", "", 0),
    ])
  func parses(line: String, name: String, text: String, number: Int) throws {
    let command = try Command(line)
    #expect(command.form.name == name)
    #expect(Array(command.text.utf8) == Array(text.utf8))
    #expect(command.number == number)
  }

  @Test(
    "A line that is not a command is refused with a reason",
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
    let lines = CommandForm.overview(columns: nil).split(separator: "\n")
    for name in names { #expect(lines.contains { $0.hasPrefix("  \(name) ") }) }
    #expect(lines.contains { $0.hasPrefix("  search TEXT ") && $0.hasSuffix(" in their title") })
    #expect(Set(CommandForm.all.map(\.name)).count == CommandForm.all.count)
  }
}
