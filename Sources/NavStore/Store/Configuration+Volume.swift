import NavStoreSQLite

extension NavStore.Configuration {
  /// Throws `networkVolume` if the file is on a network volume and ``allowsNetworkVolumes`` is
  /// `false`.
  func checkVolume(of path: String) throws(NavStore.Error) {
    guard !allowsNetworkVolumes, volume(path) == .network else { return }
    throw NavStore.Error(
      .networkVolume,
      "The file is on a network volume, where other machines could write to it unnoticed.")
  }
}
