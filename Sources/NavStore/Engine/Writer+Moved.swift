import NavStoreSQLite

/// What is done if the file has been deleted or replaced: what is saved there, nobody finds.
extension Writer {
  /// Its log stands beside the file that took its place, which it would write over: it is cut off.
  func cutOffLog(ofMoved connection: Connection) throws(NavStore.Error) {
    checkpointer?.wait()
    checkpointer?.release()
    let isCutOff = try NavStore.Error.wrapping {
      try connection.checkpoint(.truncate, waitMilliseconds: configuration.busyTimeoutMilliseconds)
    }
    guard isCutOff else {
      throw NavStore.Error(.busy, "The file was deleted or replaced while somebody reads it.")
    }
  }

  /// In another file than before: what is live goes into it as a whole.
  func startAnew() {
    maintenance.forgetFile()
    // Their visits have other numbers there.
    dropItemValues()
    live.sceneLists.forEach { $0.didErase() }
    live.all.forEach { $0.startAnew() }
    live.forgetKept()
    failures.post(
      NavStore.Error(
        .moved,
        "The file was deleted or replaced; what is on screen is saved in the one at its path now."))
    live.post()
  }
}
