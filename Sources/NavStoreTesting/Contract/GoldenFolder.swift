import NavStore
import NavStorePlatform

/// The folder of golden files next to a test, with a file for each route type.
struct GoldenFolder {
  static let name = "__NavRoutes__"

  private let url: URL

  init(beside testFile: String) {
    url = URL(fileURLWithPath: testFile).deletingLastPathComponent()
      .appendingPathComponent(Self.name)
  }

  func file(forTag tag: String) -> URL {
    url.appendingPathComponent(Self.fileName(forTag: tag))
  }

  /// Returns the files of `type` that exist, the file of its oldest tag first.
  func files<R: NavRoute>(of type: R.Type) -> [URL] {
    (R.coding.form.formerNames + [RouteTag.of(R.self)]).map(file(forTag:)).filter {
      FileManager.default.fileExists(atPath: $0.path)
    }
  }

  /// Returns all files in order of name, except the files of `tags`.
  func otherFiles(besides tags: [String]) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    let known = Set(tags.map(Self.fileName(forTag:)))
    return names.filter { $0.hasSuffix(".json") && !known.contains($0) }.sorted().map {
      url.appendingPathComponent($0)
    }
  }

  /// Returns the file name of a tag. Characters such as a slash are percent-encoded.
  static func fileName(forTag tag: String) -> String {
    var name = ""
    for byte in tag.utf8 {
      let character = Character(Unicode.Scalar(byte))
      let isPlain =
        character.isASCII && (character.isLetter || character.isNumber)
        || "-_".contains(character) || (character == "." && !name.isEmpty)
      if isPlain {
        name.append(character)
      } else {
        let hex = String(byte, radix: 16, uppercase: true)
        name += "%" + (hex.count == 1 ? "0" : "") + hex
      }
    }
    return name + ".json"
  }
}
