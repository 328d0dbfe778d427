#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The first screen of a new window. Later launches begin where the window was left.
  struct SplashView: View {
    let onDone: () -> Void

    var body: some View {
      VStack {
        Image(systemName: "leaf")
        Text("Tea & Co.").headline()
        Button("Come in") { onDone() }
      }
    }
  }
#endif
