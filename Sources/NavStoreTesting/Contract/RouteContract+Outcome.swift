import NavStorePlatform

extension RouteContract {
  /// The result of a check without a violation.
  package struct Outcome: Hashable, Sendable, CustomStringConvertible {
    /// A change of the golden file.
    package enum Change: Hashable, Sendable {
      /// The file was created.
      case written
      /// Forms were added.
      case extended
      case unchanged
    }

    /// The change of the golden file.
    package let change: Change

    /// The golden file.
    package let file: URL

    /// The names of the samples that were not in the file before.
    package let added: [String]

    /// The names of the samples that have a new stored form, which was added beside the old ones.
    package let evolved: [String]

    /// Things that are not wrong, but may not be meant.
    package let notes: Notes

    /// For a developer to read: what was done with the golden file, which is to be committed then, the
    /// samples and forms that are new, and what is not wrong but may not be meant.
    package var description: String {
      var lines: [String] = []
      switch change {
      case .written:
        let folder = file.deletingLastPathComponent().lastPathComponent
        lines.append("Written: \(file.path), for you to commit.")
        if folder == GoldenFolder.name {
          lines.append(
            "In a package, exclude its folder from the test target: exclude: [\"\(folder)\"].")
        }
      case .extended: lines.append("Extended: \(file.path), for you to commit.")
      case .unchanged: lines.append("Unchanged: \(file.path).")
      }
      lines += line("New samples", added) + line("New forms of", evolved) + notes.lines
      return lines.joined(separator: "\n")
    }
  }

  /// Nothing for no names.
  private static func line(_ words: String, _ names: [String]) -> [String] {
    names.isEmpty ? [] : ["\(words): \(names.joined(separator: ", "))."]
  }

  /// Things that are not wrong, but may not be meant.
  package struct Notes: Hashable, Sendable {
    /// The enum cases that the golden file has and no sample shows any longer, by today's name.
    package internal(set) var casesWithoutSample: [String] = []

    /// The entries of the golden file whose sample is not among those given. They still decode.
    package internal(set) var entriesWithoutSample: [String] = []

    /// The names of samples that are one item in history, by the key that they share.
    package internal(set) var sharedHistoryKeys: [String: [String]] = [:]

    /// The names of samples whose history key or kind changed with the version: what users have
    /// viewed before is another item now.
    package internal(set) var changedHistoryKeys: [String] = []

    /// The names in the golden file whose entries come back as one and the same sample.
    package internal(set) var mergedEntries: [[String]] = []

    var lines: [String] {
      line("No sample for the cases", casesWithoutSample)
        + line("No sample for the entries", entriesWithoutSample)
        + sharedHistoryKeys.sorted { $0.key < $1.key }
        .flatMap { line("One item in history (\($0.key))", $0.value) }
        + line("Another item in history", changedHistoryKeys)
        + mergedEntries.flatMap { line("One sample stands for the entries", $0) }
    }
  }
}
