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
    ///
    /// - Parameter opens: Opens a place, and returns the number of routes that can't be opened.
    func offersPlace(
      _ place: @escaping () -> NavPlace?, open opens: @escaping (NavPlace) throws -> Int
    ) -> some View {
      environment(\.placeActivity, nil).modifier(OffersPlace(place: place, opens: opens))
    }
  }

  private struct OffersPlace: ViewModifier {
    let place: () -> NavPlace?
    let opens: (NavPlace) throws -> Int

    @Environment(\.placeActivity) private var type

    func body(content: Content) -> some View {
      if let type {
        let place = place()
        content
          .userActivity(type, isActive: place != nil) { place?.write(to: $0) }
          .onContinueUserActivity(type) { open(NavPlace($0)) }
      } else {
        content
      }
    }

    /// Opens a place from another device. Logs a problem if the place is `nil` because it can't be
    /// read, or if some of its routes can't be opened.
    private func open(_ place: NavPlace?) {
      guard let place else {
        return ProblemLog.note("A place from another device can't be read.")
      }
      do {
        let failures = try opens(place)
        guard failures > 0 else { return }
        ProblemLog.note("A place from another device lacks \(failures) of its routes.")
      } catch {
        ProblemLog.note("A place from another device is not opened. \(error)")
      }
    }
  }
#endif
