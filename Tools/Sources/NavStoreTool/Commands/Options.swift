import ArgumentParser

/// The file that a command is about.
struct StoreArgument: ParsableArguments {
  @Argument(help: "The store's file.", completion: .file())
  var file: String
}

/// For commands that print what users looked at.
struct RedactOption: ParsableArguments {
  @Flag(
    help: """
      Leave out keys, titles, routes and values, so that the output can be sent to somebody: shows tag, \
      kind and version.
      """)
  var redact = false

  var names: Names { Names(isRedacted: redact) }
}

/// For commands that take something away.
struct ConsentOption: ParsableArguments {
  @Flag(name: [.short, .long], help: "Do it without asking.")
  var yes = false
}
