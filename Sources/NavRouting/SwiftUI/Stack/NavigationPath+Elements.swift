#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension Binding where Value == NavigationPath {
    /// Returns a binding to the elements of the path, up to the first element of another type.
    func elements<each Route: NavRoute>(
      _ type: PathElement<repeat each Route>.Type
    ) -> Binding<[PathElement<repeat each Route>]> {
      // Both closures of the binding run on the main actor. A key path would crash at run time with
      // a parameter pack (Swift 6.3, debug).
      nonisolated(unsafe) let path = self
      return Binding<[PathElement<repeat each Route>]> {
        MainActor.assumeIsolated { path.wrappedValue.elements(type) }
      } set: { elements in
        MainActor.assumeIsolated {
          path.wrappedValue = NavigationPath(routes: elements.map { $0.route })
        }
      }
    }
  }

  extension NavigationPath {
    fileprivate init(routes: [any NavRoute]) {
      self.init()
      for route in routes { append(route) }
    }

    @MainActor
    fileprivate func elements<each Route: NavRoute>(
      _ type: PathElement<repeat each Route>.Type
    ) -> [PathElement<repeat each Route>] {
      var path = self
      // `codable` is `nil` if any element of the path isn't `Codable`.
      while path.codable == nil, !path.isEmpty { path.removeLast() }
      let json = path.codable.flatMap { try? JSONEncoder().encode($0) }
      let elements = json.flatMap { type.elements(of: $0) } ?? []
      if elements.count < count { WindowFaults.shared.leftOut(from: type) }
      return elements
    }
  }
#endif
