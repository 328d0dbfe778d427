#if canImport(SwiftUI)
  import NavRouting
  import SwiftUI

  /// The first screen of a window in which the user has not yet tapped the button. After the tap,
  /// the window shows the sign-in screens or the shop, also after a relaunch.
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
