import NavStore
import NavStorePlatform

extension NavStore {
  /// Opens the store at a path from the command line. The message of the error is a sentence for
  /// the user.
  convenience init(demoPath path: String) throws(Failure) {
    do {
      try self.init(url: URL(fileURLWithPath: path))
    } catch {
      throw Failure("The store at \(path.printable) cannot be opened: \(error.message)")
    }
  }
}

extension NavStore.OpenReport {
  /// The notices about the opening of the store for the user, a sentence each.
  var notices: [String] {
    var notices: [String] = []
    if let file = quarantinedFile {
      notices.append(
        "The store was damaged and a new one begun; the old one is \(file.path.printable).")
    }
    if let fallbackReason {
      notices.append(
        "The store cannot be opened, so nothing will be saved: \(fallbackReason.message)")
    }
    return notices
  }
}
