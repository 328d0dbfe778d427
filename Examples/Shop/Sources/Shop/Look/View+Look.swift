#if canImport(SwiftUI)
  import SwiftUI

  // How things look, apart from where they lead. Off Apple's systems the sources are only
  // type-checked, against navigation's share of SwiftUI: there, nothing is styled.
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
