import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stored forms that a route type has had, as they are kept beside its tests.
struct GoldenFile {
  /// The version of the file's own format.
  static let format = 1

  /// One sample in one of its stored forms. The forms of one sample share a name.
  struct Entry: Hashable, Sendable {
    var name: String
    let tag: String
    let version: Int
    let payload: JSONText
    let historyKey: String
    let historyKind: String
  }

  /// Sorted by name; the forms of one sample in the order in which they came.
  let entries: [Entry]

  init(entries: [Entry]) {
    let sorted = entries.enumerated().sorted {
      ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
    }
    self.entries = sorted.map(\.element)
  }

  /// A file that is not what ``data`` makes.
  struct Damage: Error {
    let description: String
  }

  /// Throws ``Damage``.
  init(_ data: Data) throws {
    do {
      let format = try JSONDecoder().decode(Header.self, from: data).format
      guard format == Self.format else {
        throw Damage(description: "it has format \(format), and format \(Self.format) is known")
      }
      let contents = try JSONDecoder().decode(Contents.self, from: data)
      guard case .object(let root) = try JSONText(data),
        case .array(let routes)? = root["routes"], routes.count == contents.routes.count
      else { throw Damage(description: "it has no list of routes") }
      self.init(
        entries: try zip(contents.routes, routes).map { route, json in
          guard case .object(let members) = json, let payload = members["payload"] else {
            throw Damage(description: "\"\(route.name)\" has no payload")
          }
          return Entry(
            name: route.name, tag: route.tag, version: route.version, payload: payload,
            historyKey: route.historyKey, historyKind: route.historyKind)
        })
    } catch let error as DecodingError {
      throw Damage(description: error.inOneLine)
    }
  }

  /// Pretty JSON with sorted keys, each payload on one line.
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
    // A string always encodes; were it not so, the file would not be read again, which is noticed.
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  private struct Header: Decodable {
    let format: Int
  }

  private struct Contents: Decodable {
    let routes: [Route]

    struct Route: Decodable {
      let name: String
      let tag: String
      let version: Int
      let historyKey: String
      let historyKind: String
    }
  }
}

extension DecodingError {
  /// Where and what.
  fileprivate var inOneLine: String {
    switch self {
    case .keyNotFound(let key, let context): "\"\(key.stringValue)\" is missing\(context.place)"
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      "\(context.debugDescription)\(context.place)"
    @unknown default: "it does not decode"
    }
  }
}

extension DecodingError.Context {
  fileprivate var place: String {
    let path = codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return path.isEmpty ? "" : " in \(path.joined(separator: "."))"
  }
}
