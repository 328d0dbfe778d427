extension Row {
  static let bytesPerVisit = Row(
    name: "bytes-per-visit",
    about: """
      the whole file, for each visit of 12,438 real sessions (Wikispeedia, in `../shared/data`), a \
      scene each. The same in each run, so it is measured once.
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
