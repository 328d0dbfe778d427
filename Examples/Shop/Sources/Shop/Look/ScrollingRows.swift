#if canImport(SwiftUI)
  import SwiftUI

  /// Rows that scroll, with a binding to the id of the topmost visible row.
  struct ScrollingRows<ID: Hashable, Content: View>: View {
    @Binding private var anchor: ID?
    private let content: Content

    init(anchor: Binding<ID?>, @ViewBuilder content: () -> Content) {
      _anchor = anchor
      self.content = content()
    }

    var body: some View {
      rows.scrollPosition(id: $anchor)
    }

    private var rows: some View {
      #if canImport(Darwin)
        ScrollView {
          LazyVStack(alignment: .leading, spacing: 16) { content }
            .scrollTargetLayout()
            .padding()
        }
      #else
        VStack { content }
      #endif
    }
  }
#endif
