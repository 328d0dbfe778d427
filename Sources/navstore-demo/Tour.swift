import NavStorePlatform

/// A tour of two minutes that shows the library's purpose. It starts another run of this program,
/// sends it commands, kills it, and starts it again.
struct Tour {
  let terminal: Terminal

  /// The time for reading the texts, in milliseconds per character; 0 if the output is not a
  /// terminal.
  var pace: Int { terminal.isInteractive ? 80 : 0 }

  private enum Step {
    case say(String)
    case type(String)
    case kill
  }

  private static let launches: [[Step]] = [
    [
      .say("This is an app with a store of its own, just for the tour. Its screens are routes."),
      .type("open /lisbon"), .type("open /lisbon/tram-28"),
      .say("Two screens deep. Elsewhere now, and back again, as in a browser:"),
      .type("back"), .type("open /lisbon/fado"), .type("back"), .type("forward"),
      .say("Nothing was saved by hand. And now it is killed: kill -9, in the middle of it."),
      .kill,
    ],
    [
      .say("Started again. It is where it was: the stack, and the back/forward list, too."),
      .type("list"),
      .say("The tram was popped and cut off, and is known all the same:"),
      .type("tree"), .type("search tram"),
      .say("What was seen can be opened again with the stack that it was seen on."),
      .type("visit 2"),
      .say("And it can be forgotten, down to the file's bytes."),
      .type("forget /lisbon/tram-28"), .type("recent"),
      .kill,
    ],
    [
      .say("Killed and started once more: the tram stays forgotten, the rest is there."),
      .type("stack"), .type("quit"),
    ],
  ]

  func run() throws(Failure) {
    let folder = "/tmp/navstore-tour-\(getpid())"
    guard mkdir(folder, 0o700) == 0 else { throw Failure("The tour's folder cannot be made.") }
    // The child inherits `NO_COLOR`, because the tour prints the child's output on its own
    // terminal.
    if !terminal.hasColours { setenv("NO_COLOR", "1", 1) }
    defer {
      for name in ["", "-wal", "-shm"] { unlink("\(folder)/store.sqlite\(name)") }
      rmdir(folder)
    }
    // If the child exits by itself, a write to its pipe must fail and not end this process.
    signal(SIGPIPE, SIG_IGN)
    for steps in Self.launches { try launch(steps, store: "\(folder)/store.sqlite") }
    say("That was all of it. Your own places are untouched.")
  }

  private func launch(_ steps: [Step], store: String) throws(Failure) {
    let child = try Child(arguments: ["--store", store, "--steered=\(terminal.columns ?? 80)"])
    defer { child.end() }
    child.showAnswer()
    for step in steps {
      switch step {
      case .say(let text): say(text)
      case .type(let line):
        StandardStream.output.put(terminal.bold("main> "))
        for character in line {
          StandardStream.output.put(String(character))
          pause(pace)
        }
        StandardStream.output.put("\n")
        try child.send(line)
        child.showAnswer()
        pause(pace * 20)
      case .kill:
        child.killNow()
        StandardStream.output.put(terminal.alarming("Killed.") + "\n")
        pause(pace * 30)
      }
    }
  }

  private func say(_ text: String) {
    let lines = text.wrapped(to: terminal.columns ?? 80)
    StandardStream.output.put("\n" + terminal.marked(lines) + "\n")
    pause(pace * text.count)
  }

  private func pause(_ milliseconds: Int) {
    if milliseconds > 0 { usleep(UInt32(milliseconds * 1_000)) }
  }
}
