import Foundation

/// The Swift files of NavStore's package. Some tests check rules of the code. Others extract SQL
/// from the files, so that they test the statements that the library runs.
package enum Sources {
  package struct File: Sendable {
    /// The path, relative to the folder of NavStore's package.
    package let path: String
    package let text: String

    package init(path: String, text: String) {
      self.path = path
      self.text = text
    }

    package var lines: [String] { text.components(separatedBy: "\n") }

    /// The texts of the file's string literals, those of one line and those in `"""`.
    package var literals: [String] {
      let parts = text.components(separatedBy: "\"\"\"")
      return parts.indices.flatMap { index in
        // The text is split at `"""`, so every second part is a literal of several lines.
        index % 2 == 1
          ? [parts[index]] : parts[index].matches(of: /"([^"\n]+)"/).map { String($0.1) }
      }
    }

    /// The names in the file's public constants of the form `Code(name:)`, `Kind(name:)` or
    /// `Reason(name:)`.
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

  /// The folder of NavStore's package.
  package static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  /// Returns each Swift file below `folder`. Throws ``TooFew`` if there are fewer than `count`
  /// files, because a test that checks a rule on no files would always pass.
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

  /// Returns the string literals that contain `part`, each with the name of its file. Searches the
  /// Swift files below `folder` whose names, without `.swift`, are in `names`.
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
