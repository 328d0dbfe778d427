import NavStore
import NavStorePlatform

/// The stored forms that a route type has had, kept in a file next to its tests.
struct GoldenFile {
  /// The version of the golden file's format.
  static let format = 1

  /// A sample in one of its stored forms. All forms of a sample share a name.
  struct Entry: Hashable, Sendable {
    var name: String
    let tag: String
    let version: Int
    var payload: JSONText
    let historyKey: String
    let historyKind: String

    /// The entry as text, for messages.
    var form: String { "\(payload.text), tag \(tag), version \(version)" }
  }

  /// The entries, sorted by name. Entries with one name are in the order in which they were
  /// recorded.
  let entries: [Entry]

  init(entries: [Entry]) {
    let sorted = entries.enumerated().sorted {
      ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
    }
    self.entries = sorted.map(\.element)
  }

  /// The error for a file that can't be the output of ``data``.
  struct Damage: Error {
    let description: String
  }

  init(_ data: Data) throws(Damage) {
    guard let file = try? JSONText([UInt8](data)) else {
      throw Damage(description: "it is not JSON")
    }
    let format: Int = try Self.value("format", of: file)
    guard format == Self.format else {
      throw Damage(description: "it has format \(format), and format \(Self.format) is known")
    }
    guard case .array(let routes)? = file["routes"] else {
      throw Damage(description: "\"routes\" is missing")
    }
    var entries: [Entry] = []
    for (index, route) in routes.enumerated() {
      let place = " in routes.\(index)"
      let name: String = try Self.value("name", of: route, place)
      guard let payload = route["payload"] else {
        throw Damage(description: "\"\(name)\" has no payload")
      }
      entries.append(
        Entry(
          name: name, tag: try Self.value("tag", of: route, place),
          version: try Self.value("version", of: route, place), payload: payload,
          historyKey: try Self.value("historyKey", of: route, place),
          historyKind: try Self.value("historyKind", of: route, place)))
    }
    self.init(entries: entries)
  }

  private static func value<T: Decodable>(
    _ name: String, of json: JSONText, _ place: String = ""
  ) throws(Damage) -> T {
    guard let member = json[name] else {
      throw Damage(description: "\"\(name)\" is missing\(place)")
    }
    guard let value = try? JSONDecoder().decode(T.self, from: Data(member.text.utf8)) else {
      throw Damage(description: "\"\(name)\" is no \(T.self)\(place)")
    }
    return value
  }

  /// The file as pretty JSON with sorted keys, each payload on one line.
  var data: Data {
    let routes = entries.map { entry in
      """
          {
            "historyKey": \(quoted(entry.historyKey)),
            "historyKind": \(quoted(entry.historyKind)),
            "name": \(quoted(entry.name)),
            "payload": \(entry.payload.text),
            "tag": \(quoted(entry.tag)),
            "version": \(entry.version)
          }
      """
    }
    let text = """
      {
        "format": \(Self.format),
        "routes": [
      \(routes.joined(separator: ",\n"))
        ]
      }

      """
    return Data(text.utf8)
  }

  private func quoted(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A string can always be encoded. If it couldn't, the next run would fail to read the file.
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}
