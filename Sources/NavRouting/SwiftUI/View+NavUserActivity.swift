#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Offers the place of this view to the user's other devices, and opens the places that those
    /// devices offer.
    ///
    /// The place is the position in the stack, the tabs or the split view.
    ///
    /// ```swift
    /// NavStackView(AppRoute.self) { HomeView() } destination: { Screen($0) }
    ///   .navUserActivity("com.example.shop.place")
    /// ```
    ///
    /// Add the type to `NSUserActivityTypes` in the app's Info.plist. The activity is updated with
    /// the place, also when screens are forgotten or erased. The activity is inactive while the
    /// place is `nil`. If a place of another account arrives, the place is not opened, and the
    /// refusal is logged. The activity is never eligible for search.
    public func navUserActivity(_ type: String) -> some View {
      environment(\.placeActivity, type)
    }

    /// Offers the place of a stack, tabs or a split view to the user's other devices, with the
    /// activity type of the `navUserActivity(_:)` around it.
    func offersPlace(of source: some PlaceSource) -> some View {
      environment(\.placeActivity, nil).modifier(OffersPlace(source: source))
    }
  }

  private struct OffersPlace<Source: PlaceSource>: ViewModifier {
    let source: Source

    @Environment(\.placeActivity) private var type

    func body(content: Content) -> some View {
      if let type {
        let place = source.place
        content
          .userActivity(type, isActive: place != nil) { place?.write(to: $0) }
          .onContinueUserActivity(type) { activity in
            source.openReporting(NavPlace(activity))
          }
      } else {
        content
      }
    }
  }
#endif
