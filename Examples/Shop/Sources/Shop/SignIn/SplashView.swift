#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The first screen of a new window, with one button. Later launches show the sign-in screens or
  /// the shop in the window.
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
