extension Row {
  static let bytesPerVisit = Row(
    name: "bytes-per-visit",
    about: """
      the size of the file, divided by the visits of 12,438 real sessions (Wikispeedia, in \
      `../shared/data`), each in a scene of its own. Every run has the same result, so it is \
      measured once.
      """,
    unit: "B", target: "navstore<=100",
    contenders: { workspace in
      guard let sessions = RealSessions() else {
        throw Skipped(reason: "The real sessions are not beside the package, in ../shared/data.")
      }
      let bytes = try await sessions.bytesPerVisit(at: workspace.file("sessions.sqlite"))
      return [Contender(side: .navstore) { bytes }]
    })
}
