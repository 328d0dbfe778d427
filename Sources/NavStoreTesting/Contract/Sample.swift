import NavStore
import NavStorePlatform

/// A sample route and its current stored form.
struct Sample<R: NavRoute> {
  let route: R
  private let stored: StoredRoute
  let isEnum: Bool

  /// The sample as an entry of a golden file. Samples of one case have entries with the same name.
  /// ``ContractCheck`` adds the number that tells these entries apart.
  let entry: GoldenFile.Entry

  /// - Throws: ``/NavStore/NavStore/Error``, or ``DecodingError`` if the stored form is not JSON.
  init(_ route: R, probe: RouteProbe<R>) throws {
    self.route = route
    stored = try probe.stored(route)
    let payload = try JSONText(stored.raw.payload)
    let mirror = Mirror(reflecting: route)
    isEnum = mirror.displayStyle == .enum
    let caseName = isEnum ? payload.caseName ?? mirror.children.first?.label : nil
    entry = GoldenFile.Entry(
      name: caseName ?? stored.raw.tag, tag: stored.raw.tag, version: stored.raw.version,
      payload: payload,
      historyKey: stored.historyKey, historyKind: stored.historyKind)
  }

  var payload: JSONText { entry.payload }

  /// The name of the enum case in the stored form; `nil` if the sample isn't an enum.
  var caseName: String? { isEnum ? payload.caseName : nil }

  /// Returns whether `other` is this sample: it compares equal, and has the same stored form except
  /// for the order in unordered collections.
  ///
  /// `==` alone is not enough, because a type may compare by id only. The stored form alone is not
  /// enough, because it may lack the difference. A value that is unequal to itself contains a NaN,
  /// so only its stored form is compared.
  func isSame(as other: R, probe: RouteProbe<R>) -> Bool {
    guard other == route || route != route, let stored = try? probe.stored(other),
      let payload = try? JSONText(stored.raw.payload)
    else { return false }
    return payload.unordered == self.payload.unordered
  }

  /// Returns the fault of the sample itself, found without comparing it with recorded forms.
  func flaw(probe: RouteProbe<R>) -> RouteContract.Finding? {
    // A `Set`'s order depends on the address of its storage, so keep all copies alive to give them
    // different addresses. A set of two elements has the same order in all copies in one of 2^31
    // runs.
    var alive: [R] = []
    for _ in 0..<31 {
      do throws(FailureCause) {
        alive.append(
          try probe.route(
            tag: stored.raw.tag, version: stored.raw.version, payload: stored.raw.payload))
      } catch {
        return ContractCheck.irreversible(self, "It does not come back at all (\(error)).")
      }
    }
    for copy in alive {
      let other = (try? probe.stored(copy).raw.payload).flatMap { try? JSONText($0) }
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
