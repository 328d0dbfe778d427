import NavStorePlatform

/// A JSON value that keeps the order of its keys. An encoded dictionary doesn't keep that order.
enum JSONValue {
  case string(String)
  case bool(Bool)
  case integer(Int)

  /// A number that is printed with one decimal.
  case decimal(Double)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  /// The value as JSON on one line.
  var text: String {
    switch self {
    case .string(let string): Self.quoted(string)
    case .bool(let bool): bool ? "true" : "false"
    case .integer(let integer): String(integer)
    case .decimal(let number): number.toOneDecimal
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.map { Self.quoted($0.key) + ":" + $0.value.text }.joined(separator: ",")
        + "}"
    }
  }

  private static func quoted(_ string: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A string can always be encoded, so the default is never used.
    return (try? encoder.encode(string)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}

extension Double {
  /// The number with one decimal, as in `26.4`; `0.0` if it is not finite, which JSON cannot
  /// express.
  var toOneDecimal: String {
    isFinite ? String((self * 10).rounded() / 10) : "0.0"
  }
}

/// The output for scripts: one line after each command, printed when the command's change is
/// committed.
struct JSONVoice: Voice {
  let terminal = Terminal()

  func say(_ report: Report) {
    StandardStream.output.put(report.json.text + "\n")
  }
}

extension Report {
  var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("command", .string(command)),
      ("ok", .bool(isOK)),
      ("scene", .string(scene)),
      ("stack", .array(stack.map(JSONValue.string))),
      ("entries", .array(entries.map(JSONValue.string))),
      ("index", .integer(index)),
    ]
    switch detail {
    case .rows(let rows, let key, _, _):
      members.append((key, .array(rows.map { .object($0.members) })))
    case .tree(let rows): members.append(("items", .array(rows.map { .object($0.members) })))
    case .forgotten(let visits): members.append(("forgotten", .integer(visits)))
    case .places(let places):
      let items = places.map {
        JSONValue.object([("path", .string($0.path)), ("title", .string($0.title))])
      }
      members.append(("items", .array(items)))
    case .none, .restored, .stack, .list, .help: break
    }
    if let refusal { members.append(("reason", .string(refusal))) }
    if let error { members.append(("error", .string(error))) }
    return .object(members)
  }
}
