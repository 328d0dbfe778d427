#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension Binding where Value == NavigationPath {
    /// Returns a binding to the elements of the path, up to the first element of another type.
    func elements<each Route: NavRoute>(
      _ type: PathElement<repeat each Route>.Type
    ) -> Binding<[PathElement<repeat each Route>]> {
      // A key path would crash at run time with a parameter pack (Swift 6.3, debug).
      mapped {
        $0.elements(type)
      } from: { elements in
        elements.reduce(into: NavigationPath()) { path, element in path.append(element.route) }
      }
    }
  }

  extension NavigationPath {
    @MainActor
    fileprivate func elements<each Route: NavRoute>(
      _ type: PathElement<repeat each Route>.Type
    ) -> [PathElement<repeat each Route>] {
      var path = self
      // `codable` is `nil` if any element of the path isn't `Codable`.
      while path.codable == nil, !path.isEmpty { path.removeLast() }
      let json = path.codable.flatMap { try? JSONEncoder().encode($0) }
      let elements = json.flatMap { type.elements(of: $0) } ?? []
      if elements.count < count {
        WindowFaults.shared.note(
          """
          A NavigationPath has an element that navPersisted(_:of:) can't store: \(type) doesn't name \
          its type. The element, and what is above it, is not saved. Add its type to the list.
          """)
      }
      return elements
    }
  }
#endif
