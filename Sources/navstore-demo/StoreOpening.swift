import NavStore
import NavStorePlatform

extension NavStore {
  /// Opens the store that the command line names; what stops that is put in a sentence.
  convenience init(demoPath path: String) throws(Failure) {
    do {
      try self.init(url: URL(fileURLWithPath: path))
    } catch {
      throw Failure("The store at \(path.printable) cannot be opened: \(error.message)")
    }
  }
}

extension NavStore.OpenReport {
  /// What a user should hear of, a sentence each.
  var notices: [String] {
    var notices: [String] = []
    if let setAside {
      notices.append(
        "The store was damaged and a new one begun; the old one is \(setAside.path.printable).")
    }
    if let fallbackReason {
      notices.append(
        "The store cannot be opened, so nothing will be saved: \(fallbackReason.message)")
    }
    return notices
  }
}
