#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  extension View {
    /// Offers the place of the stack, the tabs or the split view of this view to the user's other devices, and opens the
    /// places that they offer.
    ///
    /// ```swift
    /// NavStackView(AppRoute.self) { HomeView() } destination: { Screen($0) }
    ///   .navUserActivity("com.example.shop.place")
    /// ```
    ///
    /// Name the type in `NSUserActivityTypes` of the app's Info.plist. The activity follows the place: what is forgotten
    /// or erased leaves it, and it ends while there is no place. A place of another account is not opened, which is in
    /// the log. The activity is never eligible for search.
    public func navUserActivity(_ type: String) -> some View {
      environment(\.placeActivity, type)
    }

    /// Offers the place of a source by the activity that a view around it names.
    func offersPlace(of source: some PlaceSource) -> some View {
      environment(\.placeActivity, nil).modifier(OffersPlace(source: source))
    }
  }

  extension EnvironmentValues {
    /// The type of the activity with the place of the stack, the tabs or the split view inside.
    fileprivate var placeActivity: String? {
      get { self[PlaceActivityKey.self] }
      set { self[PlaceActivityKey.self] = newValue }
    }
  }

  private struct PlaceActivityKey: EnvironmentKey {
    static var defaultValue: String? { nil }
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
