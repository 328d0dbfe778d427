#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// A small value of a screen that comes back with it: a scroll anchor, a draft, an open section.
  ///
  /// ```swift
  /// struct ArticleView: View {
  ///   @NavState("scroll") private var anchor: String?
  ///   @NavState("draft") private var draft = ""
  ///
  ///   var body: some View {
  ///     ScrollView { … }.scrollPosition(id: $anchor)
  ///   }
  /// }
  /// ```
  ///
  /// It belongs to the visit, not to the route: the same article visited twice has two anchors, and
  /// going back finds the one that was left. With `of: .item` it belongs to what the route names: the
  /// cursor of a file is there wherever and whenever that is opened, see
  /// ``/NavStore/NavStore/Session/setItemState(_:named:)``. Read once, on first use, which blocks for one short
  /// read; kept in memory at once when it is set and written within half a second, or with the next
  /// change, so it may be set as often as the screen scrolls. It is erased with its visit. A value
  /// that does not decode any more, or is over ``/NavStore/NavStore/Limits/valueBytes``, is as good
  /// as not saved.
  ///
  /// Needs ``NavStackView`` or `navRouter(_:)` around it; without, it is plain state. Inside a
  /// `NavigationStack` that is written out it is of the screen on top at first use; in a sheet, or
  /// on a screen pushed by `NavigationLink(destination:)`, of the route beneath.
  @propertyWrapper
  public struct NavState<Value: Codable>: DynamicProperty {
    @State private var value: ScreenValue<Value>
    @Environment(\.navScreen) private var screen

    /// What a value belongs to.
    public enum Owner: Sendable {
      /// The visit of the screen: the value goes with it.
      case visit

      /// The item that the screen shows, on whatever stack.
      case item
    }

    /// A value; `wrappedValue` is what it is if none was saved.
    @MainActor public init(wrappedValue: Value, _ name: String, of owner: Owner = .visit) {
      let owner: ValueOwner = owner == .item ? .item : .visit
      _value = State(initialValue: ScreenValue(name, of: owner, first: wrappedValue))
    }

    /// An optional value, nil at first.
    @MainActor public init(
      _ name: String, of owner: Owner = .visit
    ) where Value: ExpressibleByNilLiteral {
      self.init(wrappedValue: nil, name, of: owner)
    }

    /// The value.
    @MainActor public var wrappedValue: Value {
      get { found.current }
      nonmutating set { found.current = newValue }
    }

    /// A binding to the value.
    @MainActor public var projectedValue: Binding<Value> { Bindable(found).current }

    @MainActor private var found: ScreenValue<Value> {
      value.screen = screen
      return value
    }
  }
#endif
