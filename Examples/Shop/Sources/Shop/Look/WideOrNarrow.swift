#if canImport(SwiftUI)
  import SwiftUI

  /// A view with two layouts. It shows `wide` on the Mac and in windows with a regular width, such
  /// as an iPad's full screen. It shows `narrow` in other windows.
  struct WideOrNarrow<Wide: View, Narrow: View>: View {
    private let wide: Wide
    private let narrow: Narrow

    #if os(iOS) || os(visionOS)
      @Environment(\.horizontalSizeClass) private var width
      private var isWide: Bool { width == .regular }
    #else
      private var isWide: Bool { true }
    #endif

    init(@ViewBuilder wide: () -> Wide, @ViewBuilder narrow: () -> Narrow) {
      self.wide = wide()
      self.narrow = narrow()
    }

    var body: some View {
      if isWide { wide } else { narrow }
    }
  }
#endif
