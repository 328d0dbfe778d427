import NavStoreSQLite

extension NavStore.Configuration {
  /// Throws for a file on a network volume, unless ``allowsNetworkVolumes`` is set.
  func checkVolume(of path: String) throws(NavStore.Error) {
    guard !allowsNetworkVolumes, volume(path) == .network else { return }
    throw NavStore.Error(
      .networkVolume,
      "The file is on a network volume, where other machines could write to it unnoticed.")
  }
}
