import NavStorePlatform

/// An element of SwiftUI's `NavigationPath`: a route of one of several types.
package struct PathElement<each Route: NavRoute>: NavElement {
  package let route: any NavRoute

  package init(route: any NavRoute) {
    self.route = route
  }

  package static var coding: NavCoding<Self> {
    .mixed(types, unwrap: { $0.route }, wrap: { Self(route: $0) })
  }

  private static var types: [any NavRoute.Type] {
    var types: [any NavRoute.Type] = []
    repeat types.append((each Route).self)
    return types
  }

  /// Returns the elements of a path, bottom first, up to the first element that has another type or
  /// can't be decoded.
  ///
  /// - Parameter json: The path's `CodableRepresentation`, as `JSONEncoder` writes it by default.
  /// - Returns: The elements; `nil` if the JSON has another format.
  package static func elements(of json: Data) -> [Self]? {
    guard let path = NavigationPathJSON([UInt8](json), of: types) else { return nil }
    let typesByTag = Dictionary(types.map { (RouteTag.of($0), $0) }) { first, _ in first }
    var elements: [Self] = []
    for (tag, _, json) in path.elements {
      guard let type = typesByTag[tag],
        let route: any NavRoute = JSONCoder().decode(type, from: json)
      else { break }
      elements.append(Self(route: route))
    }
    return elements
  }

  package static func == (a: Self, b: Self) -> Bool {
    func isEqual<R: NavRoute>(_ route: R) -> Bool { route == b.route as? R }
    return isEqual(a.route)
  }

  package func hash(into hasher: inout Hasher) {
    route.hash(into: &hasher)
  }
}
