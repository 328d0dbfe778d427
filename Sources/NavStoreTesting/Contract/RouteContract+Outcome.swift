import NavStorePlatform

extension RouteContract {
  /// The result of a check without a violation.
  package struct Outcome: Hashable, Sendable, CustomStringConvertible {
    /// A change of the golden file.
    package enum Change: Hashable, Sendable {
      /// The file was created.
      case written
      /// Stored forms were added to the file.
      case extended
      case unchanged
    }

    /// The change of the golden file.
    package let change: Change

    /// The golden file.
    package let file: URL

    /// The names of the samples that were not in the file before the check.
    package let added: [String]

    /// The names of the samples whose new stored form was added next to their earlier forms.
    package let evolved: [String]

    /// Facts about the samples that are no violation, but may be unintended.
    package let notes: Notes

    /// The outcome as text for a developer: the change of the golden file, the new samples and
    /// forms, and the notes. The developer must commit a changed file.
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

  /// Returns a line with names; no line if there are no names.
  private static func line(_ words: String, _ names: [String]) -> [String] {
    names.isEmpty ? [] : ["\(words): \(names.joined(separator: ", "))."]
  }

  /// Facts about samples that are no violation, but may be unintended.
  package struct Notes: Hashable, Sendable {
    /// The enum cases that are in the golden file but have no sample, by their current names.
    package internal(set) var casesWithoutSample: [String] = []

    /// The names of the entries in the golden file that decode, but have no sample.
    package internal(set) var entriesWithoutSample: [String] = []

    /// The names of different samples that are one item in history, by their common history key.
    package internal(set) var sharedHistoryKeys: [String: [String]] = [:]

    /// The names of samples whose history key or kind differs from an entry with another version.
    /// The screens that users viewed with that version are other items in history.
    package internal(set) var changedHistoryKeys: [String] = []

    /// The names in the golden file whose entries decode as the same sample.
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
