extension NavStore.Error {
  /// The message: what `localizedDescription` says. In English.
  public var errorDescription: String? { message }

  /// What the person in front of the app can do; nil if only the app's code can do something. In
  /// English, with a full stop.
  public var recoverySuggestion: String? {
    switch code {
    case .busy, .limitReached: "Try again in a moment."
    case .diskFull: "Free some space and try again."
    case .inputOutput: "Unlock the device or check the disk, and try again."
    case .readOnly, .unreadable:
      "Check who may read and write the file and its folder, and try again."
    case .networkVolume: "Move the file to a disk of this machine."
    case .newerStore: "Update the app."
    case .damaged: "Quit the app and open it again: the file is repaired then."
    case .eraseUnfinished: "Try again later. Until then the rest is erased when the app is idle."
    default: nil
    }
  }
}
