#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// An object that is kept while Back or Forward can reach its screen, such as a view model or a
  /// player.
  ///
  /// ```swift
  /// struct EpisodeView: View {
  ///   @ScreenObject private var player = Player()
  ///
  ///   var body: some View {
  ///     PlayerView(player: player)
  ///   }
  /// }
  /// ```
  ///
  /// The object is created once for each visit. If SwiftUI recreates the view, for example when
  /// Forward returns to its screen after Back, the view gets the same object. The object is
  /// released when the entry of its screen has left the back/forward list, or with the window.
  /// Nothing of it is saved: see ``RestoredState``. A screen has one object of each type.
  ///
  /// Without a ``NavStackView`` or `navPersisted(_:)` around the view, the object lives as long as
  /// the view.
  @propertyWrapper
  public struct ScreenObject<Object: AnyObject>: DynamicProperty {
    @State private var holder: Holder
    @Environment(\.navScreen) private var screen

    /// Creates the wrapper with an expression that creates the object.
    @MainActor public init(wrappedValue make: @autoclosure @escaping @MainActor () -> Object) {
      _holder = State(initialValue: Holder(make: make))
    }

    /// The object.
    @MainActor public var wrappedValue: Object { holder.object(of: screen) }

    /// Keeps the object as long as the view, so that a screen that has left its stack has the
    /// object until its view is removed.
    @MainActor
    private final class Holder {
      private let make: @MainActor () -> Object
      private var known: Object?

      init(make: @escaping @MainActor () -> Object) { self.make = make }

      func object(of screen: NavScreen?) -> Object {
        if let known { return known }
        let spot = screen.flatMap { $0.stack.find($0.spot, known: nil) }
        let object = spot.flatMap { screen?.stack.object(at: $0, make: make) } ?? make()
        known = object
        return object
      }
    }
  }
#endif
