import Foundation

/// The package's own sources: some tests hold rules against them, or take SQL out of them, so that
/// what is looked at is what runs.
package enum Sources {
  package struct File: Sendable {
    /// From the package's folder on.
    package let path: String
    package let text: String

    package init(path: String, text: String) {
      self.path = path
      self.text = text
    }

    package var lines: [String] { text.components(separatedBy: "\n") }

    /// What stands between quotes, three or one.
    package var literals: [String] {
      let parts = text.components(separatedBy: "\"\"\"")
      return parts.indices.flatMap { index in
        // Every second part stands between quotes.
        index % 2 == 1
          ? [parts[index]] : parts[index].matches(of: /"([^"\n]+)"/).map { String($0.1) }
      }
    }

    /// The names of its public constants `Code(name:)` `Kind(name:)` or `Reason(name:)`.
    package var codes: Set<String> {
      Set(
        lines.filter { $0.contains("public static let") }
          .compactMap {
            $0.firstMatch(of: /(?:Code|Kind|Reason)\(name: "([^"]+)"/).map { String($0.1) }
          })
    }
  }

  package struct TooFew: Error {
    package let folder: String
    package let count: Int
  }

  /// The package's folder.
  package static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  /// Each Swift file below `folder`; fails if there are less than `count`: a rule that is held
  /// against nothing holds.
  package static func files(below folder: String, atLeast count: Int = 1) throws -> [File] {
    let base = root.appendingPathComponent(folder)
    let names =
      FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
    let files = try names.filter { $0.hasSuffix(".swift") }.map { name in
      let text = try String(contentsOf: base.appendingPathComponent(name), encoding: .utf8)
      return File(path: "\(folder)/\(name)", text: text)
    }
    guard files.count >= count else { throw TooFew(folder: folder, count: files.count) }
    return files
  }

  /// The literals of the files of `names` below `folder` that contain `part`, each with its file.
  package static func literals(
    of names: [String], below folder: String, with part: String
  ) -> [(file: String, text: String)] {
    let files = (try? files(below: folder)) ?? []
    return names.flatMap { name in
      files.filter { $0.path.hasSuffix("/\(name).swift") }.flatMap(\.literals)
        .filter { $0.contains(part) }.map { (name, $0) }
    }
  }
}
