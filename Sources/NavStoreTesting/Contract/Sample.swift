import NavStore
import NavStorePlatform

/// A sample route with what it is stored as today.
struct Sample<R: NavRoute> {
  let route: R
  private let stored: StoredRoute
  let isEnum: Bool

  /// What a golden file holds of it: see ``GoldenFile/Entry/name`` for the first of its kind.
  let entry: GoldenFile.Entry

  /// Throws ``/NavStore/NavStore/Error``, or ``DecodingError`` if the stored form is not JSON.
  init(_ route: R, probe: RouteProbe<R>) throws {
    self.route = route
    stored = try probe.stored(route)
    let payload = try JSONText(stored.payload)
    let mirror = Mirror(reflecting: route)
    isEnum = mirror.displayStyle == .enum
    let caseName = isEnum ? payload.caseName ?? mirror.children.first?.label : nil
    entry = GoldenFile.Entry(
      name: caseName ?? stored.tag, tag: stored.tag, version: stored.version, payload: payload,
      historyKey: stored.historyKey, historyKind: stored.historyKind)
  }

  var payload: JSONText { entry.payload }

  /// The enum case in the stored form.
  var caseName: String? { isEnum ? payload.caseName : nil }

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

  /// What is wrong with it whatever was stored before.
  func flaw(probe: RouteProbe<R>) -> RouteContract.Finding? {
    // A Set's order depends on where its storage lies, so the copies have to live side by side. One of
    // two elements shows the same order each time in one of 2^31 runs.
    var alive: [R] = []
    for _ in 0..<31 {
      do throws(FailureCause) {
        alive.append(
          try probe.route(tag: stored.tag, version: stored.version, payload: stored.payload))
      } catch {
        return ContractCheck.irreversible(self, "It does not come back at all (\(error)).")
      }
    }
    for copy in alive {
      let other = (try? probe.stored(copy).payload).flatMap { try? JSONText($0) }
      guard isSame(as: copy, probe: probe) else {
        let form = other?.text ?? "nothing"
        return ContractCheck.irreversible(
          self, "It comes back as another value, which is stored as \(form).")
      }
      if let other, other != payload {
        return ContractCheck<R>.unstable(entry.name, one: other.text, other: payload.text)
      }
    }
    return nil
  }
}
