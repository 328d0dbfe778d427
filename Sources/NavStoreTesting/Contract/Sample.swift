import NavStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A sample route with what it is stored as today.
struct Sample<R: NavStore.Route> {
  let route: R
  let stored: StoredRoute
  let payload: JSONText
  let isEnum: Bool

  /// Throws ``NavStore/Error``, or ``DecodingError`` where the stored form is not JSON.
  init(_ route: R, probe: RouteProbe<R>) throws {
    self.route = route
    stored = try probe.stored(route)
    payload = try JSONText(stored.payload)
    isEnum = Mirror(reflecting: route).displayStyle == .enum
  }

  /// The enum case in the stored form.
  var caseName: String? { isEnum ? payload.caseName : nil }

  /// The name that it gets in the golden file, if it is the first of its kind: the case, or the
  /// type for what is no enum.
  var baseName: String {
    let label = isEnum ? Mirror(reflecting: route).children.first?.label : nil
    return caseName ?? label ?? stored.tag
  }

  /// Whether `other` is this sample: it compares equal, and is stored as this one but for the order
  /// in collections that have none.
  ///
  /// Not `==` alone: a type may compare by id only. Not the stored form alone: it may lack what
  /// tells two values apart. A value that does not even equal itself holds a NaN.
  func isSame(as other: R, probe: RouteProbe<R>) -> Bool {
    guard other == route || route != route, let stored = try? probe.stored(other),
      let payload = try? JSONText(stored.payload)
    else { return false }
    return payload.unordered == self.payload.unordered
  }
}

/// What is wrong with a sample whatever was stored before.
enum SampleFlaw {
  case lost(NavStore.LossReason)
  case otherValue(stored: String)
  case unstable(other: String)

  /// How often a sample is decoded and encoded. An unordered collection of two elements shows the
  /// same order each time in one of 2^31 runs.
  private static let copies = 31

  static func of<R: NavStore.Route>(_ sample: Sample<R>, probe: RouteProbe<R>) -> SampleFlaw? {
    // A Set's order depends on where its storage lies, so the copies have to live side by side.
    var alive: [R] = []
    let stored = sample.stored
    for _ in 0..<copies {
      do throws(NavStore.LossReason) {
        alive.append(
          try probe.route(tag: stored.tag, version: stored.version, payload: stored.payload))
      } catch {
        return .lost(error)
      }
    }
    for copy in alive {
      let payload = (try? probe.stored(copy).payload).flatMap { try? JSONText($0) }
      guard sample.isSame(as: copy, probe: probe) else {
        return .otherValue(stored: payload?.text ?? "nothing")
      }
      if let payload, payload != sample.payload { return .unstable(other: payload.text) }
    }
    return nil
  }
}
