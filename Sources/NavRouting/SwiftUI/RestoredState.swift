#if canImport(SwiftUI)
  import NavStore
  import SwiftUI

  /// A small value that is restored, such as a draft, a scroll position or a filter.
  ///
  /// ```swift
  /// struct ArticleView: View {
  ///   @RestoredState("scroll") private var anchor: String?
  ///   @RestoredState("draft", of: .item) private var draft = ""
  ///
  ///   var body: some View {
  ///     ScrollView { … }.scrollPosition(id: $anchor)
  ///   }
  /// }
  /// ```
  ///
  /// The value is read on first use, which blocks for one short read. You can set it on every
  /// scroll event, because setting it changes only memory. The value is saved within half a second
  /// or with the next change. A value that can't be decoded, or is over 64 KiB, is not restored.
  ///
  /// Without a ``NavStackView`` or `navPersisted(_:)` around the view, the value is not saved. In
  /// an app's own `NavigationStack`, the value belongs to the screen that is on top at the first
  /// use. In a sheet, and on a screen that `NavigationLink(destination:)` pushed, the value belongs
  /// to the screen below.
  @propertyWrapper
  public struct RestoredState<Value: Codable>: DynamicProperty {
    @State private var value: ScreenValue<Value>
    @Environment(\.navScreen) private var screen

    /// Creates a value with a name.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value if none was saved.
    ///   - name: The name of the value, 1 to 512 bytes.
    ///   - owner: The owner of the value: the screen, its item or the window.
    @MainActor public init(
      wrappedValue: Value, _ name: String, of owner: NavValueOwner = .screen
    ) {
      _value = State(initialValue: ScreenValue(name, of: owner, first: wrappedValue))
    }

    /// Creates an optional value, which is `nil` if none was saved.
    @MainActor public init(
      _ name: String, of owner: NavValueOwner = .screen
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
