#if canImport(SwiftUI)
  import SwiftUI

  // The styles of views. On Linux, the app's code is only type-checked, against a replacement for
  // SwiftUI that declares navigation but no styles.
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
