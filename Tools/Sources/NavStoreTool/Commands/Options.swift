import ArgumentParser

/// The argument with the path of the store's file.
struct StoreArgument: ParsableArguments {
  @Argument(help: "The store's file.", completion: .file())
  var file: String
}

/// An option of commands that print the user's history.
struct RedactOption: ParsableArguments {
  @Flag(
    help: """
      Leave out keys, titles, routes and values, so that the output can be sent to another person: shows tag, \
      kind and version.
      """)
  var redact = false

  var names: Names { Names(isRedacted: redact) }
}

/// An option of commands that remove data.
struct ConsentOption: ParsableArguments {
  @Flag(name: [.short, .long], help: "Do it without asking.")
  var yes = false
}
