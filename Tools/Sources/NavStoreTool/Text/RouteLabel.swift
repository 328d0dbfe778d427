import Foundation

/// The name of a route in the output: the title of its item, or, without a title, the item's kind
/// and the values in the route's JSON.
///
/// `data.js` creates the labels of `report.html` in the same way.
enum RouteLabel {
  static func text(_ route: InspectorTable.Route) -> String {
    if let title = route.title, !title.isEmpty { return title }
    let values = values(route.payload)
    let kind = route.kind == route.tag ? [] : [route.kind]
    let words = kind + values.filter { !kind.contains($0) }
    return words.isEmpty ? route.kind : words.joined(separator: " ")
  }

  /// Returns the first eight strings, numbers and Booleans in a route's JSON, in the order of their
  /// keys. Returns the payload itself if it isn't JSON or is longer than 4 KB.
  private static func values(_ payload: String) -> [String] {
    guard payload.utf8.count < 4_096,
      let json = try? JSONSerialization.jsonObject(
        with: Data(payload.utf8), options: .fragmentsAllowed)
    else { return [payload] }
    var found: [String] = []
    collect(json, &found, depth: 0)
    return found
  }

  private static func collect(_ json: Any, _ found: inout [String], depth: Int) {
    guard found.count < 8, depth < 64 else { return }
    switch json {
    case let text as String: if !text.isEmpty { found.append(text) }
    // NB: Foundation returns a JSON Boolean as an `NSNumber`, too. The type code "c" distinguishes
    // a Boolean from a number.
    case let number as NSNumber where String(cString: number.objCType) == "c":
      found.append(number.boolValue ? "true" : "false")
    case let number as NSNumber: found.append("\(number)")
    case let list as [Any]: for element in list { collect(element, &found, depth: depth + 1) }
    case let object as [String: Any]:
      for key in object.keys.sorted() {
        if let value = object[key] { collect(value, &found, depth: depth + 1) }
      }
    default: break
    }
  }
}
