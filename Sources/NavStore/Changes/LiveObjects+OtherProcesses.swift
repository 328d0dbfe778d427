// How the objects in memory are updated after a commit of another process, or in another file.

extension LiveObjects {
  /// The `data_version` of the file at the last call of ``note(dataVersion:)``; `nil` if there was
  /// no call on the current connection.
  var seenDataVersion: Int64? { withState { $0.seenDataVersion } }

  /// If another process has committed since the last call, has stacks and lists compared with the
  /// file before they are next written: see ``fallBehind()``.
  ///
  /// - Parameter dataVersion: The `data_version` of the writer's connection.
  /// - Returns: Whether another process has committed since the last call.
  func note(dataVersion: Int64) -> Bool {
    let isNew = withState { state in
      defer { state.seenDataVersion = dataVersion }
      return state.seenDataVersion != dataVersion
    }
    if isNew {
      fallBehind()
      for list in sceneLists { list.isBehind = true }
    }
    return isNew
  }

  /// Releases the stacks that are retained for the next `save` or `restore`, because they may be
  /// out of date. Stacks that other objects retain are compared with the file before they are next
  /// written.
  func fallBehind() {
    forgetKept()
    for session in all { session.isBehind = true }
  }

  /// Forgets the `data_version`, because values of two connections can't be compared.
  func forgetDataVersion() { withState { $0.seenDataVersion = nil } }
}
