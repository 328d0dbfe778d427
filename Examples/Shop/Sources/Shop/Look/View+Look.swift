#if canImport(SwiftUI)
  import SwiftUI

  // The appearance of views. On other systems than Apple's, the sources are only type-checked
  // against a stand-in for SwiftUI's navigation, without styles.
  extension View {
    func headline() -> some View {
      #if canImport(Darwin)
        font(.headline)
      #else
        self
      #endif
    }

    func secondary() -> some View {
      #if canImport(Darwin)
        font(.footnote).foregroundStyle(.secondary)
      #else
        self
      #endif
    }

    func padded() -> some View {
      #if canImport(Darwin)
        padding()
      #else
        self
      #endif
    }
  }
#endif
